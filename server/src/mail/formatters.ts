import { currency } from '@portico/contract/currency.ts'
import type { Language } from '@portico/contract/language.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { PROVIDER_NAMES } from '@portico/contract/providers.ts'
import type { Formatters, Texts } from './mail-template.ts'

export interface MailBrand {
  title: string
  origin: string
  support: string | undefined
}

export function formattersFor(
  language: Language,
  roles: Texts['roles'],
  { title, origin, support }: MailBrand,
): Formatters {
  const unit = (name: 'minute' | 'hour' | 'day') => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' })
    return (count: number) => format.format(count)
  }
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currency(),
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 6,
  })
  const count = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return {
    brand: title,
    linkTo: (path) => new URL(path, origin).href,
    support,
    minutes: unit('minute'),
    hours: unit('hour'),
    days: unit('day'),
    day: (at) => day.format(new Date(at)),
    moment: (at) => `${date.format(new Date(at))} UTC`,
    month: (month_text) => month.format(new Date(`${month_text}-01T00:00:00.000Z`)),
    provider: (name) => PROVIDER_NAMES[name],
    role: (role) => roles[role],
    money: (micros) => money.format(microsToUnits(micros)),
    count: (number) => count.format(number),
    percent: (percent) => share.format(percent / 100),
  }
}
