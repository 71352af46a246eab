import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#ctx/ctx.ts'
import { errorText } from '#db/error-code.ts'
import type { Return } from './lease.ts'
import { returnLeases } from './lease-store.ts'

const RETRY_MS = 500

/** Gives parts of leases back in groups, repeated until the database accepts them: each has its step and is done once. */
export function openReturns({ db, log }: Pick<Ctx, 'db' | 'log'>) {
  let waiting: Return[] = []
  let isClosing = false
  let running: Promise<void> | undefined

  async function work() {
    while (waiting.length > 0) {
      const group = firstOfEach(waiting)
      try {
        await returnLeases(db, group)
        const isDone = new Set(group)
        waiting = waiting.filter((one) => !isDone.has(one))
      } catch (error) {
        log.warn({ leases: group.length, reason: errorText(error) }, 'giving back leases failed, retrying')
        if (isClosing) break
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    running = undefined
  }

  return {
    /** Resolves once these are given back. */
    async add(returns: Return[]): Promise<void> {
      waiting.push(...returns)
      if (waiting.length > 0) running ??= work()
      await running
    },
    async close(): Promise<void> {
      isClosing = true
      await running
    },
  }
}

/** The parts of one lease go back one after the other. */
function firstOfEach(returns: Return[]): Return[] {
  return [...new Map(returns.toReversed().map((one) => [one.id, one])).values()]
}
