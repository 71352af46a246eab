import { LANGUAGE_NAMES, LANGUAGES } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { IMPACTS, type Impact, INCIDENT_STATES, type IncidentState } from '@portico/contract/operator-incidents.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#lib/query.ts'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { useConsoleT } from '../texts.ts'
import { LanguagePreviews } from './language-previews.tsx'
import styles from './service.module.css'
import type { ShownIncident } from './shown.ts'
import { IMPACT_WORDS, UPDATE_WORDS } from './words.ts'

type Props = { incident?: ShownIncident; isResolving?: boolean; subscribers: number; onClose: () => void }

/** Opens an incident, or writes its next update, in every language. */
export function IncidentDialog({ incident, isResolving = false, subscribers, onClose }: Props) {
  const t = useConsoleT()
  const last = incident?.history[0]
  const [state, setState] = useState<IncidentState>(isResolving ? 'resolved' : (incident?.state ?? 'investigating'))
  const [impact, setImpact] = useState<Impact>(last?.impact ?? 'degraded')
  const [apis, setApis] = useState<readonly string[]>(last?.apis ?? [])
  const known = useQuery(query(['service', '15m'], operator.service, { range: '15m' }))
  const draft = { id: incident?.id ?? '', state, impact, apis: apis.join(',') }
  const preview = useQuery({
    ...query(['incident-preview', draft], operator.previewIncident, draft),
    placeholderData: keepPreviousData,
  })
  const title = incident
    ? isResolving
      ? t('Resolve {name}', { name: incident.id })
      : t('Update {name}', { name: incident.id })
    : t('Open an incident')
  return (
    <ActionDialog
      title={title}
      action={isResolving ? t('Resolve') : t('Publish')}
      width={680}
      effect={t(
        'It appears on the status page within seconds, and {count, plural, one {# e-mail is} other {# e-mails are}} sent.',
        {
          count: subscribers,
        },
      )}
      onClose={onClose}
      send={async (act, { id = incident?.id ?? '', ...typed }) => {
        const texts = Object.fromEntries(LANGUAGES.flatMap((one) => (typed[one]?.trim() ? [[one, typed[one]]] : [])))
        const sent = { id, state, impact, apis: [...apis], ...texts }
        const { mails } = await act(operator.updateIncident, sent)
        return t('Published. {count, plural, one {# e-mail is} other {# e-mails are}} being sent.', { count: mails })
      }}
    >
      {(wrong) => (
        <>
          {!incident && (
            <Field
              name="id"
              label={t('Name')}
              hint={t('Lowercase letters, digits and hyphens; customers do not see it.')}
              autoComplete="off"
              maxLength={60}
              error={wrong('id')}
            />
          )}
          <div className={styles.times}>
            <Select
              label={t('State')}
              value={state}
              options={INCIDENT_STATES.map((value) => ({ value, label: t(UPDATE_WORDS[value].label) }))}
              onChange={(event) => setState(event.target.value as IncidentState)}
            />
            <Select
              label={t('Impact')}
              value={impact}
              options={IMPACTS.map((value) => ({ value, label: t(IMPACT_WORDS[value]) }))}
              onChange={(event) => setImpact(event.target.value as Impact)}
            />
          </div>
          <fieldset className={styles.choices}>
            <legend>{t('APIs (none chosen: all)')}</legend>
            {known.data?.apis
              .filter(({ api }) => api !== 'unknown')
              .map(({ api, title: name }) => (
                <Checkbox
                  key={api}
                  label={name}
                  checked={apis.includes(api)}
                  onChange={(event) =>
                    setApis(event.currentTarget.checked ? [...apis, api] : apis.filter((one) => one !== api))
                  }
                />
              ))}
            {wrong('apis') && <p role="alert">{wrong('apis')}</p>}
          </fieldset>
          <LanguagePreviews
            previews={preview.data?.previews}
            below={(language) => (
              <TextArea
                name={language}
                label={t('Your own words in {language}', { language: LANGUAGE_NAMES[language] })}
                {...(language !== 'en' && { hint: t('If empty, readers get the English text.') })}
                lang={language}
                optional
                rows={2}
                maxLength={1000}
                error={wrong(language)}
              />
            )}
          />
        </>
      )}
    </ActionDialog>
  )
}
