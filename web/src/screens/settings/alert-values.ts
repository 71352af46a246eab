import { type Alerts, alerts } from '@portico/contract/alert-fields.ts'
import { ALERT_LABELS, ERROR_RATE_FEWEST_CALLS } from '@portico/contract/alert-kinds.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { createElement, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Translator } from '#i18n/i18n.tsx'
import { CurrencySign } from '#money/currency-sign.ts'
import { amountText, typedMicros } from '#money/typed-amount.ts'

export const PERCENTS = [50, 80, 100] as const

/** The alerts with one number each; an empty one is off. */
type FieldName = Exclude<keyof Alerts, 'limit_percents'>

interface NumberField {
  read(text: string): number | null | undefined
  show(value: number): string
  /** Names the bounds of the contract. */
  message: string
  look: { prefix?: ReactNode; suffix?: string; inputMode: 'decimal' | 'numeric' }
  hint?(t: Translator['t']): string
}

const whole = { read: typedWhole, show: String }

const FIELDS: Record<FieldName, NumberField> = {
  balance_below_micros: {
    read: typedMicros,
    show: amountText,
    message: MESSAGES.limitAmount,
    look: { prefix: createElement(CurrencySign), inputMode: 'decimal' },
  },
  days_left_below: {
    ...whole,
    message: MESSAGES.days,
    look: { inputMode: 'numeric' },
    hint: (t) => t('Based on your 7-day average, from 1 to 90.'),
  },
  error_rate_above: {
    ...whole,
    message: MESSAGES.percent,
    look: { suffix: '%', inputMode: 'numeric' },
    hint: (t) =>
      t('Over one hour, from 1 to 100. No alert is sent if there are fewer than {count} requests in that hour.', {
        count: ERROR_RATE_FEWEST_CALLS,
      }),
  },
}
const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

/** In the order of the card. */
export const NUMBER_FIELDS = FIELD_NAMES.map((name) => ({ name, label: ALERT_LABELS[name], ...FIELDS[name] }))

/** A whole number as typed; nothing is null, undefined when it is no whole number. */
function typedWhole(text: string): number | null | undefined {
  if (text.trim() === '') return null
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** The alerts as the form holds them: texts, and a tick for each share of a limit. */
export const alertValues = z.object({
  ...each((name) => typed(FIELDS[name], alerts.shape[name])),
  percent_50: z.boolean(),
  percent_80: z.boolean(),
  percent_100: z.boolean(),
})
type AlertValues = z.infer<typeof alertValues>

/** Read, and held against the contract's own bounds. */
function typed({ read, message }: NumberField, bounds: z.ZodMiniType) {
  return z.string().check(z.refine((text) => bounds.safeParse(read(text)).success, message))
}

export function alertsFrom(values: AlertValues): Alerts {
  return {
    ...each((name) => FIELDS[name].read(values[name]) ?? null),
    limit_percents: PERCENTS.filter((percent) => values[`percent_${percent}`]),
  }
}

/** The saved alerts as values of the fields. */
export function alertShown(saved: Alerts): AlertValues {
  const isOn = (percent: (typeof PERCENTS)[number]) => saved.limit_percents.includes(percent)
  const texts = each((name) => {
    const value = saved[name]
    return value === null ? '' : FIELDS[name].show(value)
  })
  return { ...texts, percent_50: isOn(50), percent_80: isOn(80), percent_100: isOn(100) }
}

function each<T>(make: (name: FieldName) => T): Record<FieldName, T> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, make(name)])) as Record<FieldName, T>
}
