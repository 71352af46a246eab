import { type SsoDomain, sso } from '@portico/contract/sso.ts'
import { ssoDomain } from '@portico/contract/sso-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useAction } from '#forms/use-action.ts'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'

const loadMail = async () => (await import('./sso-mail-dialog.tsx')).SsoMailDialog
const typed = z.strictObject({ domain: ssoDomain })

/** The domains whose addresses sign in this way: each is verified first. */
export function SsoDomains({ domains }: { domains: SsoDomain[] }) {
  const t = useT()
  const client = useQueryClient()
  const form = useInlineForm(typed, async (input) => {
    await call(sso.addSsoDomain, input)
    form.discard()
    await client.invalidateQueries({ queryKey: ACCESS_KEY })
  })
  return (
    <section className={styles.notes} aria-label={t('Domains')}>
      <h3>{t('Domains')}</h3>
      {domains.map((domain) => (
        <OneDomain key={domain.domain} {...domain} />
      ))}
      <form {...form.props} className={styles.ssoAdd}>
        <Field
          label={t('Domain of your e-mail addresses')}
          name="domain"
          placeholder="company.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.wrong('domain')}
        />
        <Button type="submit" icon="plus" busy={form.busy}>
          {t('Add the domain')}
        </Button>
      </form>
      <ProblemNote error={form.problem} />
    </section>
  )
}

function OneDomain({ domain, record, proved_at }: SsoDomain) {
  const t = useT()
  const [isMailing, setMailing] = useState(false)
  const action = (work: () => Promise<unknown>, done: MessageKey) => ({
    work: () => work(),
    done,
    changes: ACCESS_KEY,
  })
  const prove = useAction(action(() => call(sso.proveSsoDomain, { domain }), 'The domain is verified.'))
  const remove = useAction(action(() => call(sso.removeSsoDomain, { domain }), 'The domain was removed.'))
  return (
    <div className={styles.ssoDomain}>
      <div className={styles.ssoActions}>
        <strong>{domain}</strong>
        <Badge tone={proved_at ? 'good' : 'warn'} dot>
          {t(proved_at ? 'Verified' : 'Not verified')}
        </Badge>
        <Button
          size="small"
          tone="quiet"
          icon="trash"
          busy={remove.isPending}
          aria-label={t('Remove {domain}', { domain })}
          onClick={() => remove.mutate()}
        >
          {t('Remove')}
        </Button>
      </div>
      {!proved_at && (
        <>
          <p className={styles.note}>
            {t(
              'Add this TXT record to the DNS of the domain, then check it here. Or have a link sent to a mailbox of the domain.',
            )}
          </p>
          <CopyField label={t('Name of the record')} value={record.name} />
          <CopyField label={t('Value of the record')} value={record.value} />
          <div className={styles.ssoActions}>
            <Button size="small" busy={prove.isPending} onClick={() => prove.mutate()}>
              {t('Check the record')}
            </Button>
            <Button size="small" icon="mail" onClick={() => setMailing(true)}>
              {t('Verify by e-mail')}
            </Button>
          </div>
        </>
      )}
      {isMailing && <Lazy load={loadMail} props={{ domain, onClose: () => setMailing(false) }} waiting={null} />}
    </div>
  )
}
