import { CODE } from '@portico/contract/codes.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Gate, GateCtx, Repeats } from '../gate.ts'
import type { Code } from '../wire/codes.ts'

/** Clients can cause these as fast as they can send: one per second of each kind is stored with its details. */
const FLOODS: readonly Code[] = [
  CODE.unverifiedAccount,
  CODE.onHold,
  CODE.rateLimit,
  CODE.addressRefused,
  CODE.notAllowed,
  CODE.tooManyAtOnce,
  CODE.notFound,
  CODE.invalidPath,
  CODE.idempotencyRunning,
  CODE.overloaded,
  CODE.unavailable,
]
const SECOND_MS = 1000
const KINDS_MAX = 10_000

interface Kind {
  since_ms: number
  every_ms: number
  /** Calls that no row represents yet, and how the newest of them is written. */
  waiting: number
  write: (repeats: number) => Promise<unknown>
}

/**
 * Rows about calls that cost nothing. The first of a kind is written at once. What follows too fast is counted, and when its second
 * is over the newest is written as a row that represents all of them: the counts stay true while the number of rows is bounded.
 */
export function openRepeats(
  { log }: Pick<GateCtx, 'log'>,
  /** Of a clock that only goes forward. */
  nowMs: () => number = () => performance.now(),
): Repeats {
  const kinds = new Map<string, Kind>()
  let flushing: Promise<number> | undefined

  /** All at once: they share a commit, and a database that hangs is waited for once. */
  async function writeDue(isDue: (kind: Kind) => boolean): Promise<number> {
    const rows: Promise<unknown>[] = []
    for (const [name, kind] of kinds) {
      if (!isDue(kind)) continue
      const { waiting, write } = kind
      if (waiting === 0) {
        kinds.delete(name)
        continue
      }
      kind.waiting = 0
      kind.since_ms = nowMs()
      rows.push(
        write(waiting - 1).catch((error: unknown) =>
          log.warn({ err: error, calls: waiting }, 'repeated errors not recorded'),
        ),
      )
    }
    await Promise.all(rows)
    return rows.length
  }

  return {
    async record(name, every_ms, write) {
      const now_ms = nowMs()
      const kind = kinds.get(name)
      if (every_ms === 0) return write(0)
      if (!kind || (kind.waiting === 0 && now_ms - kind.since_ms >= every_ms)) {
        if (kinds.size >= KINDS_MAX) void writeDue(() => true)
        kinds.set(name, { since_ms: now_ms, every_ms, waiting: 0, write })
        return write(0)
      }
      Object.assign(kind, { waiting: kind.waiting + 1, write, every_ms })
      return undefined
    },
    flush() {
      flushing ??= writeDue(({ since_ms, every_ms }) => nowMs() - since_ms >= every_ms).finally(() => {
        flushing = undefined
      })
      return flushing
    },
    close: async () => {
      await flushing
      await writeDue(() => true)
    },
  }
}

/** The pause between two rows of a kind; once a login has used up its free rows of the day it is a minute. */
export function pauseOf({ ctx, meter }: Pick<Gate, 'ctx' | 'meter'>, login_id: number, code: number): number {
  if (!meter.stored.hasRowsLeft(login_id, ctx.clock.now())) return MINUTE_MS
  return FLOODS.some((flood) => flood === code) ? SECOND_MS : 0
}
