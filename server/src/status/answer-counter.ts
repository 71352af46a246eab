import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Answered } from '#gateway/index.ts'
import type { CountRow } from './count-store.ts'

/** Callers whom no login identifies count as one. */
const UNKNOWN = 0

interface Tally {
  good: number
  failed: number
}

export interface AnswerCounter {
  count(answered: Answered): void
  /** Everything counted since the last time. */
  take(): CountRow[]
  /** What could not be written, to be taken again: an outage of the database is part of the history, too. */
  giveBack(rows: CountRow[]): void
}

/** Counts answers by API and minute. It holds them until they are written. */
export function openAnswerCounter({ clock }: Pick<Ctx, 'clock'>): AnswerCounter {
  let tallies = new Map<string, { api: string; minute: Date; logins: Map<number, Tally> }>()
  const waiting = new Map<string, CountRow>()
  const keyOf = (api: string, minute: Date) => `${minute.getTime()} ${api}`
  const add = ({ api, minute, calls, failed }: CountRow) => {
    const row = waiting.get(keyOf(api, minute)) ?? { api, minute, calls: 0, failed: 0 }
    row.calls += calls
    row.failed += failed
    waiting.set(keyOf(api, minute), row)
  }
  return {
    count({ api, is_good, login_id = UNKNOWN }) {
      const now_ms = clock.now().getTime()
      const minute = new Date(now_ms - (now_ms % MINUTE_MS))
      const tally = tallies.get(keyOf(api, minute)) ?? { api, minute, logins: new Map<number, Tally>() }
      tallies.set(keyOf(api, minute), tally)
      const counted = tally.logins.get(login_id) ?? { good: 0, failed: 0 }
      counted[is_good ? 'good' : 'failed'] += 1
      tally.logins.set(login_id, counted)
    },
    take() {
      const done = tallies
      tallies = new Map()
      for (const { api, minute, logins } of done.values()) add({ api, minute, ...sumUp([...logins.values()]) })
      const rows = [...waiting.values()]
      waiting.clear()
      return rows
    },
    giveBack: (rows) => rows.forEach(add),
  }
}

/** Failures of one caller while others succeed may be their own doing: they count as one, lest one customer paint a bar red. */
function sumUp(logins: Tally[]): Pick<CountRow, 'calls' | 'failed'> {
  const failing = logins.filter(({ failed }) => failed > 0)
  const good = sum(logins.map((one) => one.good))
  const failed = sum(failing.map((one) => one.failed))
  const counted = failing.length === 1 && logins.length > 1 ? Math.min(failed, 1) : failed
  return { calls: good + counted, failed: counted }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
