import { limitMicros } from '@portico/contract/limit-field.ts'
import { isWithinCap } from '@portico/contract/permissions.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { PAGE_PROBLEMS } from '#lib/problem.ts'
import { MoneyField } from '#money/money-field.tsx'
import { typedMicros } from '#money/typed-amount.ts'

/** A member's daily limit, as typed; empty is no limit. It may not exceed that of the user who sets it. */
export function capUpTo(own_micros: number | null) {
  return z.string().check(
    z.refine((text) => limitMicros.safeParse(typedMicros(text)).success, { error: MESSAGES.limitAmount, abort: true }),
    z.refine((text) => isWithinCap(own_micros, capOf(text)), PAGE_PROBLEMS.above_own_cap),
  )
}

/** The limit of a typed text: none for an empty one. */
export function capOf(text: string): number | null {
  return typedMicros(text) ?? null
}

export function CapField(props: { own_micros: number | null; value?: string; error: string | undefined }) {
  const t = useT()
  const { short } = useMoney()
  const { own_micros, value, error } = props
  const isBound = own_micros !== null
  return (
    <MoneyField
      label={t('Daily limit')}
      name="cap"
      optional={!isBound}
      defaultValue={value}
      hint={
        isBound
          ? t('Up to {cap} per UTC day with each login, which is your own daily limit.', { cap: short(own_micros) })
          : t('The most this member can spend per UTC day with each login. They get their own API passwords.')
      }
      error={error}
    />
  )
}
