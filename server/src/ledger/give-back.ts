import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '#db/error-code.ts'
import type { Log } from '#db/log.ts'

const PAUSE_MS = 1000
const MOST_OWED = 100_000

export interface GiveBack {
  /** Nobody waits for it: tried again until the database takes it, as long as this process lives. */
  owe(ids: string[]): void
  /** Stops trying; what is still owed is found by its age. */
  close(): Promise<void>
}

/**
 * Holds of calls that failed while the database was away. A hold whose commit was made and whose answer was lost would
 * otherwise keep the customer's money until it is old enough to be called stale.
 */
export function openGiveBack(log: Log, voidHold: (id: string) => Promise<unknown>, pause_ms = PAUSE_MS): GiveBack {
  const owed = new Set<string>()
  const stop = new AbortController()
  let running: Promise<void> | undefined

  async function work() {
    while (owed.size > 0 && !stop.signal.aborted) {
      const ids = [...owed]
      const tries = await Promise.allSettled(ids.map(voidHold))
      for (const [index, { status }] of tries.entries()) if (status === 'fulfilled') owed.delete(ids[index] ?? '')
      const failed = tries.find((one) => one.status === 'rejected')
      if (!failed) continue
      log.warn({ holds: owed.size, reason: errorText(failed.reason) }, 'holds could not be given back, trying again')
      await sleep(pause_ms, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
    running = undefined
  }

  return {
    owe(ids) {
      for (const id of ids) if (owed.size < MOST_OWED) owed.add(id)
      if (!stop.signal.aborted) running ??= work()
    },
    async close() {
      stop.abort()
      await running
    },
  }
}
