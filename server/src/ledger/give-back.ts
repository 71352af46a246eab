import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '#db/error-code.ts'
import type { Log } from '#db/log.ts'

const PAUSE_MS = 1000
const MOST_OWED = 100_000

export interface GiveBack {
  /** Releases holds without a caller waiting: retried until the database accepts it, while this process lives. */
  owe(ids: string[]): void
  /** Stops retrying; holds that are left are found by their age. */
  close(): Promise<void>
}

/**
 * Holds of calls that failed while the database was unavailable. A hold whose commit succeeded but whose answer was lost would
 * otherwise block the customer's money until it is stale.
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
      log.warn({ holds: owed.size, reason: errorText(failed.reason) }, 'releasing holds failed, retrying')
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
