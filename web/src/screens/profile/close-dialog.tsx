import { CLOSING_REASONS, type ClosingInfo, type ClosingReason, closing } from '@portico/contract/closing.ts'
import { email, text } from '@portico/contract/form-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { openHelp } from '#page/open-help.ts'
import { useTimes } from '#page/times.ts'
import { useSession, useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { closingQuery } from './closing-query.ts'
import styles from './profile.module.css'

const REASONS: Record<ClosingReason, MessageKey> = {
  not_needed: 'I no longer need it',
  too_expensive: 'It is too expensive',
  missing: 'Something I need is missing',
  other_provider: 'I use another provider',
  problems: 'I had problems with it',
  other: 'Another reason',
}
const values = z.strictObject({ reason: z.enum(CLOSING_REASONS), note: text(1000), email })

/** The consequences, the reason, and the address of the account, so that it is not closed by mistake. */
export function CloseDialog({ info, onClose }: { info: ClosingInfo; onClose: () => void }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const session = useSession()
  const user = useUser()
  const toast = useToast()
  const form = useInlineForm(values, async (typed) => {
    const { closes_at } = await call(closing.closeAccount, typed)
    if (user) session.update({ ...user, closes_at })
    toast.good('The account is being closed.')
    client.invalidateQueries({ queryKey: closingQuery.queryKey })
    onClose()
  })
  return (
    <FormDialog
      title={t('Close the account?')}
      action={t('Close the account')}
      tone="danger"
      width={560}
      form={form}
      onClose={onClose}
    >
      <WhatGoes info={info} />
      {info.other_teams > 0 && (
        <Banner tone="warn">{t('The person who opened this account has to leave their other team first.')}</Banner>
      )}
      <Select
        name="reason"
        label={t('Why are you closing your account?')}
        placeholder={t('Choose a reason')}
        defaultValue=""
        options={CLOSING_REASONS.map((value) => ({ value, label: t(REASONS[value]) }))}
        error={form.wrong('reason')}
      />
      <TextArea name="note" label={t('What could we do better?')} optional rows={2} error={form.wrong('note')} />
      <Field
        name="email"
        type="email"
        autoComplete="off"
        label={t('Type {email} to confirm', { email: info.email })}
        error={form.wrong('email')}
      />
    </FormDialog>
  )
}

function WhatGoes({ info }: { info: ClosingInfo }) {
  const { t } = useI18n()
  const { short } = useMoney()
  const { text: time } = useTimes()
  const toast = useToast()
  return (
    <>
      <ul className={styles.points}>
        <li>{t('API calls are refused, and nothing is renewed or charged any more.')}</li>
        {info.subscriptions.map(({ title, until }) => (
          <li key={title}>{t('{title}, paid until {date}, is not refunded.', { title, date: time('date', until) })}</li>
        ))}
        {info.database_updates > 0 && <li>{t('New versions of the databases you bought are no longer delivered.')}</li>}
        {info.members > 0 && (
          <li>
            {t('{count, plural, one {# team member loses access.} other {# team members lose access.}}', {
              count: info.members,
            })}
          </li>
        )}
        <li>{t('Invoices are kept as the law requires.')}</li>
      </ul>
      {info.balance_micros > 0 && (
        <Banner
          tone="warn"
          action={
            <Button size="small" onClick={() => openHelp().catch(toast.problem)}>
              {t('Contact support')}
            </Button>
          }
        >
          {t(
            'Your balance of {amount} is not refunded automatically. Ask support for a refund before you close the account.',
            {
              amount: short(info.balance_micros),
            },
          )}
        </Banner>
      )}
    </>
  )
}
