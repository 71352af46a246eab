import { access } from '@portico/contract/access.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { MoneyLogin } from '@portico/contract/money-login.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { newRequestId } from '#lib/request-id.ts'
import { refreshMoney } from '#money/balance.ts'
import { MoneyField } from '#money/money-field.tsx'
import { amountText, typedMicros } from '#money/typed-amount.ts'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { BalancesAfter } from './balances-after.tsx'
import { chooseLogins, type TransferStart } from './transfer-choice.ts'

const LEAST: Micros = 1
const BLOCKED_TEXTS: Record<NonNullable<MoneyLogin['kept_by']>, MessageKey> = {
  trial: 'Trial credit stays with its login. You can move it once you have added funds.',
  on_hold: 'This login is on hold. Its funds cannot be moved.',
}

type MoveMoneyFormProps = { logins: MoneyLogin[]; first: TransferStart; onClose: () => void }

export function MoveMoneyForm({ logins, first, onClose }: MoveMoneyFormProps) {
  const { t } = useI18n()
  const { short, exact } = useMoney()
  const client = useQueryClient()
  const toast = useToast()
  // A request that is sent again is the same transfer; whatever is changed makes it another one.
  const [typed, setTyped] = useState({ ...first, amount: '', request_id: newRequestId() })
  const change = (what: Partial<typeof typed>) => setTyped({ ...typed, ...what, request_id: newRequestId() })
  const { from, to } = chooseLogins(logins, typed) ?? {}
  const most = from?.movable_micros ?? 0
  const bounds = boundsText()
  const schema = useMemo(() => transferUpTo(most, bounds), [most, bounds])
  const form = useInlineForm(schema, async (values) => {
    const amount_micros = typedMicros(values.amount) ?? 0
    const { request_id } = typed
    await call(access.moveMoney, { from: values.from, to: values.to, amount_micros, request_id }).finally(refresh)
    toast.good('{amount} was moved from {from} to {to}.', {
      amount: short(amount_micros),
      from: values.from,
      to: values.to,
    })
    onClose()
  })
  const amount = schema.shape.amount.safeParse(typed.amount).success ? (typedMicros(typed.amount) ?? 0) : 0
  const kept_by = from?.kept_by

  function boundsText(): string {
    if (most < LEAST) return t('There is nothing to move.')
    return t('From {least} to {most}, with at most six decimals.', { least: exact(LEAST), most: short(most) })
  }
  /** Also after a refusal: then what is shown was out of date. */
  function refresh() {
    client.invalidateQueries({ queryKey: ACCESS_KEY })
    refreshMoney(client).catch(() => {})
  }
  const optionOf = ({ login, balance_micros }: MoneyLogin) => ({
    value: login,
    label: `${login} · ${short(balance_micros)}`,
  })
  return (
    <FormDialog title={t('Move funds')} action={t('Move funds')} form={form} onClose={onClose}>
      <Select
        label={t('From')}
        name="from"
        value={from?.login}
        options={logins.map(optionOf)}
        onChange={({ target }) => change({ from: target.value })}
        noMessage
      />
      <Select
        label={t('To')}
        name="to"
        value={to?.login}
        options={logins.filter((one) => one !== from).map(optionOf)}
        onChange={({ target }) => change({ to: target.value })}
        noMessage
      />
      {kept_by && <Banner tone="warn">{t(BLOCKED_TEXTS[kept_by])}</Banner>}
      <div className={styles.amount}>
        <MoneyField
          label={t('Amount')}
          name="amount"
          value={typed.amount}
          onChange={({ target }) => change({ amount: target.value })}
          hint={bounds}
          error={form.wrong('amount')}
        />
        <Button disabled={most < LEAST} onClick={() => change({ amount: amountText(most) })}>
          {t('Everything')}
        </Button>
      </div>
      {from && to && <BalancesAfter from={from} to={to} amount_micros={amount} />}
    </FormDialog>
  )
}

function transferUpTo(most: Micros, bounds: string) {
  const isWithin = (text: string) => {
    const micros = typedMicros(text)
    return typeof micros === 'number' && micros >= LEAST && micros <= most
  }
  return z.object({ from: z.string(), to: z.string(), amount: z.string().check(z.refine(isWithin, bounds)) })
}
