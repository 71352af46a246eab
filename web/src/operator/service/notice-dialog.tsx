import { operator } from '@portico/contract/operator.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#lib/query.ts'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { useConsoleT } from '../texts.ts'
import { LanguagePreviews } from './language-previews.tsx'
import styles from './service.module.css'
import type { ShownNotice } from './shown.ts'

/** What the input for a moment holds; it is always UTC here, as windows are announced. */
const typedOf = (at: Date) => at.toISOString().slice(0, 16)
const momentOf = (typed: string) => (typed === '' ? '' : `${typed.slice(0, 16)}:00Z`)
/** The next day at the same hour. */
const inHours = (hours: number) => typedOf(new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS))

/** Announces a maintenance window, or moves one, with what every language reads. */
export function NoticeDialog({ notice, onClose }: { notice?: ShownNotice; onClose: () => void }) {
  const t = useConsoleT()
  const [from, setFrom] = useState(() => (notice ? typedOf(new Date(notice.starts_at)) : inHours(24)))
  const [to, setTo] = useState(() => (notice ? typedOf(new Date(notice.ends_at)) : inHours(25)))
  const [own, setOwn] = useState(notice?.text ?? '')
  const [isMailed, setMailed] = useState(notice ? notice.is_mailed : true)
  const incidents = useQuery(query(['incidents'], operator.listIncidents, {}))
  const window = { starts_at: momentOf(from), ends_at: momentOf(to) }
  const preview = useQuery({
    ...query(['notice-preview', window], operator.previewNotice, window),
    enabled: from !== '' && from < to,
    placeholderData: keepPreviousData,
  })
  const count = incidents.data?.subscribers ?? 0
  return (
    <ActionDialog
      title={notice ? t('Change {name}', { name: notice.id }) : t('Announce maintenance')}
      action={notice ? t('Change') : t('Announce')}
      width={680}
      effect={
        isMailed
          ? t(
              'It is announced to all customers, and {count, plural, one {# e-mail is} other {# e-mails are}} sent to subscribers.',
              { count },
            )
          : t('It is announced to all customers, without an e-mail.')
      }
      onClose={onClose}
      send={async (act, { id = notice?.id ?? '' }) => {
        const sent = { id, ...window, text: own.trim() || null, mail: isMailed }
        const { mails } = await act(operator.addNotice, sent)
        return t('Announced. {count, plural, one {# e-mail is} other {# e-mails are}} being sent.', { count: mails })
      }}
    >
      {(wrong) => (
        <>
          {!notice && (
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
            <Field
              name="starts_at"
              type="datetime-local"
              label={t('Starts (UTC)')}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
              error={wrong('starts_at')}
            />
            <Field
              name="ends_at"
              type="datetime-local"
              label={t('Ends (UTC)')}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
              error={wrong('ends_at')}
            />
          </div>
          <TextArea
            name="text"
            label={t('Your own text')}
            hint={t('It replaces the translated sentence above every page, in all languages.')}
            optional
            rows={2}
            maxLength={300}
            value={own}
            onChange={(event) => setOwn(event.currentTarget.value)}
            error={wrong('text')}
          />
          <Checkbox
            label={t('E-mail it to the subscribers of the status page')}
            checked={isMailed}
            onChange={(event) => setMailed(event.currentTarget.checked)}
          />
          <LanguagePreviews previews={preview.data?.previews} below={() => own.trim() && <p>{own.trim()}</p>} />
        </>
      )}
    </ActionDialog>
  )
}
