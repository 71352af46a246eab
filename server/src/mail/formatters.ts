import { currency } from '@portico/contract/currency.ts'
import type { Language } from '@portico/contract/language.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { PROVIDER_NAMES } from '@portico/contract/providers.ts'
import { ROLE_NAMES } from '@portico/contract/role.ts'
import { textsIn } from '#i18n/translate.ts'
import type { MailData, Template } from './templates.ts'

const unit = (name: 'minute' | 'hour' | 'day'): Intl.NumberFormatOptions => ({
  style: 'unit',
  unit: name,
  unitDisplay: 'long',
})
/** How fields of a mail are written, by their names; any other is written as it is. */
const NUMBERS: [fields: RegExp, options: Intl.NumberFormatOptions][] = [
  [/minutes$/, unit('minute')],
  [/hours$/, unit('hour')],
  [/days/, unit('day')],
  [/percent$/, { style: 'percent', maximumFractionDigits: 1 }],
  [/^(errors|calls)$/, {}],
]
const TIMES: [fields: RegExp, options: Intl.DateTimeFormatOptions][] = [
  [/^at$/, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }],
  [/^until$/, { dateStyle: 'long' }],
  [/^(month|period)$/, { month: 'long', year: 'numeric' }],
]

/** The fields of a mail as its language writes them. */
export function valuesOf(language: Language, data: MailData<Template>): Record<string, string> {
  const fields = Object.entries(data).map(([field, value]) => [field, written(language, field, value)])
  return {
    ...Object.fromEntries(fields),
    ...('role' in data && { role: textsIn(language)(ROLE_NAMES[data.role]) }),
    ...('provider' in data && { provider: PROVIDER_NAMES[data.provider] }),
  }
}

function written(language: Language, field: string, value: string | number | null): string {
  if (value === null) return ''
  const named = ([fields]: [RegExp, unknown]) => fields.test(field)
  if (typeof value === 'string') {
    const options = TIMES.find(named)?.[1]
    if (!options) return value
    const time = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(value))
    return options.timeStyle ? `${time} UTC` : time
  }
  if (field.endsWith('_micros')) return moneyIn(language, value)
  const options = NUMBERS.find(named)?.[1]
  if (!options) return String(value)
  return new Intl.NumberFormat(language, options).format(options.style === 'percent' ? value / 100 : value)
}

/** Money, to the last micro that is not zero. */
export function moneyIn(language: Language, micros: number): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currency(),
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 6,
  }).format(microsToUnits(micros))
}
