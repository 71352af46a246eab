import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { ActionDialog } from './action-dialog.tsx'
import styles from './brands.module.css'
import { useMay, useMe } from './me.ts'
import { MAILS } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'
import { useWhitelabels } from './use-whitelabels.ts'

type Shown = { template: string; language: Language; host: string }

const REASON_WORDS: Record<string, ConsoleKey> = {
  sign_up: 'Sign-up',
  account: 'Account and security',
  invitation: 'Team',
  team: 'Team',
  domain: 'Single sign-on',
  alert: 'Alerts',
  billing: 'Billing',
  status: 'Status page',
}

/** Every mail as it is sent, with sample data, in every language and for every brand. */
export function MailsTab({ search }: { search: URLSearchParams }) {
  const t = useConsoleT()
  const may = useMay()
  const { title } = useBrand()
  const { language: own } = useI18n()
  const [isTesting, setTesting] = useState(false)
  const wanted = search.get('language') ?? ''
  const shown: Shown = {
    template: search.get('mail') ?? 'activation',
    language: isLanguage(wanted) ? wanted : own,
    host: search.get('host') ?? '',
  }
  const { template, language, host } = shown
  const brands = useWhitelabels()
  const list = useQuery(query(['operator-mails', own], operator.listMails, { language: own }))
  const about = { template, language, ...(host && { host }) }
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(['operator-mail', about], operator.previewMail, about),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const choose = (change: Partial<Shown>) => {
    const next = { ...shown, ...change }
    const params = new URLSearchParams({ mail: next.template, language: next.language })
    if (next.host) params.set('host', next.host)
    navigate(`${MAILS}?${params}`, { replace: true })
  }
  return (
    <>
      <Card
        title={t('E-mail texts')}
        note={t('As customers get them, with sample data.')}
        actions={
          may('publish') && (
            <Button size="small" icon="mail" onClick={() => setTesting(true)}>
              {t('Send me a test e-mail')}
            </Button>
          )
        }
      >
        <div className={styles.filters}>
          <Select
            label={t('E-mail template')}
            value={template}
            noMessage
            className={styles.wide}
            options={(list.data?.mails ?? [{ template, subject: template, reason: '' }]).map((mail) => {
              const group = REASON_WORDS[mail.reason]
              return { value: mail.template, label: mail.subject, group: group && t(group) }
            })}
            onChange={(event) => choose({ template: event.target.value })}
          />
          <Select
            label={t('Language')}
            value={language}
            noMessage
            options={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
            onChange={(event) => isLanguage(event.target.value) && choose({ language: event.target.value })}
          />
          <Select
            label={t('Brand')}
            value={host}
            noMessage
            options={[
              { value: '', label: title },
              ...(brands.data?.whitelabels ?? []).map((one) => ({
                value: one.host,
                label: `${one.brand.title} (${one.host})`,
              })),
            ]}
            onChange={(event) => choose({ host: event.target.value })}
          />
        </div>
      </Card>
      <Card>
        {!data && (isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />)}
        {data && (
          <>
            <KeyValues
              dense
              items={[
                { key: 'from', label: t('From'), value: data.from },
                { key: 'subject', label: t('Subject'), value: <strong lang={language}>{data.subject}</strong> },
              ]}
            />
            <iframe
              className={styles.mail}
              title={data.subject}
              src={`/operator/mail-preview?${new URLSearchParams(about)}`}
              sandbox=""
            />
            <details>
              <summary>{t('As plain text')}</summary>
              <pre className={styles.plain} lang={language}>
                {data.text}
              </pre>
            </details>
          </>
        )}
      </Card>
      {isTesting && <TestDialog about={about} onClose={() => setTesting(false)} />}
    </>
  )
}

function TestDialog({ about, onClose }: { about: Omit<Shown, 'host'> & { host?: string }; onClose: () => void }) {
  const t = useConsoleT()
  const { email } = useMe()
  return (
    <ActionDialog
      title={t('Send me a test e-mail')}
      action={t('Send')}
      effect={t('This e-mail is sent to {email}, marked as a test. Its links open nothing.', { email })}
      onClose={onClose}
      send={async (act) => {
        const { to } = await act(operator.sendTestMail, { ...about })
        return t('Sent to {email}', { email: to })
      }}
    />
  )
}
