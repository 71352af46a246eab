import type { Language } from '@portico/contract/language.ts'
import type { Say, Texts } from './letter.ts'

const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook', github: 'GitHub' } as const

export function sayIn(language: Language, roles: Texts['roles'], brand: string): Say {
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
  return {
    brand,
    minutes: unit('minute'),
    hours: unit('hour'),
    days: unit('day'),
    moment: (at) => `${date.format(new Date(at))} UTC`,
    provider: (name) => PROVIDER_NAMES[name],
    role: (role) => roles[role],
  }
}
