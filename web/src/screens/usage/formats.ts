import type { Grain } from '@portico/contract/usage.ts'
import { moments, numbers } from '#i18n/formats.ts'
import { useSpeech } from '#i18n/i18n.tsx'

const DAY_MS = 86_400_000
const UTC = { timeZone: 'UTC', hour12: false } as const
const whole = numbers()
const share = numbers({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const change = numbers({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const milliseconds = numbers({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
const seconds = numbers({ style: 'unit', unit: 'second', maximumFractionDigits: 2 })
const clock = moments({ ...UTC, hour: '2-digit', minute: '2-digit', second: '2-digit' })
const full = moments({ ...UTC, dateStyle: 'medium', timeStyle: 'medium' })
const moment = moments({
  ...UTC,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const short: Record<Grain, ReturnType<typeof moments>> = {
  minute: moments({ ...UTC, hour: '2-digit', minute: '2-digit' }),
  hour: moments({ ...UTC, hour: '2-digit', minute: '2-digit' }),
  day: moments({ ...UTC, day: 'numeric', month: 'short' }),
  month: moments({ ...UTC, month: 'short', year: 'numeric' }),
}
const long: Record<Grain, ReturnType<typeof moments>> = {
  minute: moments({ ...UTC, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  hour: moments({ ...UTC, weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  day: moments({ ...UTC, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  month: moments({ ...UTC, month: 'long', year: 'numeric' }),
}

/** How this language writes numbers, shares, durations and moments of UTC. */
export function useFormats() {
  const { language } = useSpeech()
  return {
    whole: (value: number) => whole(language).format(value),
    share: (value: number) => share(language).format(value),
    change: (value: number) => change(language).format(value),
    duration: (ms: number) => (ms < 1000 ? milliseconds(language).format(ms) : seconds(language).format(ms / 1000)),
    moment: (at: string) => moment(language).format(new Date(at)),
    clock: (at: string) => clock(language).format(new Date(at)),
    fullMoment: (at: string) => `${full(language).format(new Date(at))} UTC`,
    /** Of hours midnight is told by its day. */
    stepOf: (grain: Grain) => (ms: number) =>
      short[grain === 'hour' && ms % DAY_MS === 0 ? 'day' : grain](language).format(ms),
    longStepOf: (grain: Grain) => (ms: number) => long[grain](language).format(ms),
  }
}
