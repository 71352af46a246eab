import { momentMs } from '@portico/contract/moment.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { Task } from '../wire/read-request.ts'

/** The UTC days a request is about, by default the last so many; '' for a value that is no valid day. */
export function daysOf({ date_from, date_to }: Task, at: Date, days: number): { from: string; to: string } {
  const to = dayIn(date_to) ?? utcDay(at)
  return { from: dayIn(date_from) ?? (to && utcDay(new Date(momentMs(to) - (days - 1) * DAY_MS))), to }
}

function dayIn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = String(value)
  return text.length === DAY_LENGTH && !Number.isNaN(momentMs(text)) ? text : ''
}

const DAY_LENGTH = '2026-03-02'.length
