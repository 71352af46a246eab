import { MICROS_PER_USD } from '@portico/contract/money.ts'
import type { Grain } from '@portico/contract/usage.ts'
import { useSpeech } from '#i18n/i18n.tsx'

const UTC = { timeZone: 'UTC', hour12: false } as const
const SHORT: Record<Grain, Intl.DateTimeFormatOptions> = {
  minute: { hour: '2-digit', minute: '2-digit' },
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
}
const LONG: Record<Grain, Intl.DateTimeFormatOptions> = {
  minute: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
}

/** How this language writes numbers, shares, durations and moments of UTC. */
export function formatsIn(language: string) {
  const whole = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const signed = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const dollars = new Intl.NumberFormat(language, { maximumFractionDigits: 6 })
  const ms = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
  const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 2 })
  const moment = new Intl.DateTimeFormat(language, {
    ...UTC,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const clock = new Intl.DateTimeFormat(language, { ...UTC, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const full = new Intl.DateTimeFormat(language, { ...UTC, dateStyle: 'medium', timeStyle: 'medium' })
  return {
    whole: (value: number) => whole.format(value),
    share: (value: number) => share.format(value),
    change: (value: number) => signed.format(value),
    /** For an axis: as many decimals as matter. */
    dollars: (micros: number) => `$${dollars.format(micros / MICROS_PER_USD)}`,
    duration: (value: number) => (value < 1000 ? ms.format(value) : seconds.format(value / 1000)),
    moment: (at: string) => moment.format(new Date(at)),
    clock: (at: string) => clock.format(new Date(at)),
    fullMoment: (at: string) => `${full.format(new Date(at))} UTC`,
    stepOf: (grain: Grain) => stepFormat(language, SHORT[grain]),
    longStepOf: (grain: Grain) => stepFormat(language, LONG[grain]),
  }
}

function stepFormat(language: string, options: Intl.DateTimeFormatOptions): (ms: number) => string {
  const format = new Intl.DateTimeFormat(language, { ...UTC, ...options })
  return (ms) => format.format(ms)
}

export type Formats = ReturnType<typeof formatsIn>

export function useFormats(): Formats {
  return formatsIn(useSpeech().language)
}
