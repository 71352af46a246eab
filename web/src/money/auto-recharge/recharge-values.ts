import { CENT_MICROS, type Micros } from '@portico/contract/money.ts'
import type { RechargeInfo, RechargeSettings } from '@portico/contract/recharge.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { amountText, typedMicros } from '../typed-amount.ts'

const MOST_MICROS = 1_000_000_000_000
const FIRST_THRESHOLD: Micros = 20_000_000

/** The initial values of the form. */
export function rechargeTexts({ settings, min_micros }: Pick<RechargeInfo, 'settings' | 'min_micros'>) {
  return {
    threshold: amountText(settings?.threshold_micros ?? FIRST_THRESHOLD),
    amount: amountText(settings?.amount_micros ?? min_micros),
    month_max: settings?.month_max_micros ? amountText(settings.month_max_micros) : '',
    method: settings?.method_id ?? '',
  }
}

/** The server checks the same: an amount that can be charged at once, and a ceiling that lets at least one charge through. */
export function rechargeValues(
  { min_micros, max_micros }: Pick<RechargeInfo, 'min_micros' | 'max_micros'>,
  bounds: string,
) {
  const isCents = (text: string) => (typedMicros(text) ?? 0) % CENT_MICROS === 0
  const isWithin = (text: string) => {
    const micros = typedMicros(text)
    return typeof micros === 'number' && micros >= min_micros && micros <= max_micros
  }
  const isAmount = (text: string) => {
    const micros = typedMicros(text)
    return typeof micros === 'number' && micros <= MOST_MICROS
  }
  return z
    .object({
      threshold: z.string().check(z.refine(isAmount, MESSAGES.limitAmount)),
      amount: z.string().check(z.refine(isWithin, bounds), z.refine(isCents, MESSAGES.wholeCents)),
      month_max: z.string().check(
        z.refine((text) => text.trim() === '' || isAmount(text), MESSAGES.limitAmount),
        z.refine(isCents, MESSAGES.wholeCents),
      ),
      method: z.string(),
    })
    .check(
      z.refine(({ month_max, amount }) => (typedMicros(month_max) ?? MOST_MICROS) >= (typedMicros(amount) ?? 0), {
        error: MESSAGES.range,
        path: ['month_max'],
      }),
    )
}

export function settingsFrom(values: z.infer<ReturnType<typeof rechargeValues>>): RechargeSettings {
  return {
    threshold_micros: typedMicros(values.threshold) ?? 0,
    amount_micros: typedMicros(values.amount) ?? 0,
    month_max_micros: typedMicros(values.month_max) ?? null,
    method_id: values.method || null,
  }
}
