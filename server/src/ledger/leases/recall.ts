import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyRecall } from './lease-store.ts'

/** Pauses between two looks at the leases that were recalled: together the longest wait for a process that does not answer. */
const PAUSES_MS = [2, 3, 5, 10, 20, 40, 80, 160, 320, 360]

/**
 * Makes every process give back what calls in progress do not need, and waits for it; a process that does not answer keeps its
 * leases until it is known to be dead. In a transaction it only asks: the messages leave with its commit.
 */
export async function recallLeases({ db }: Pick<Ctx, 'db'>, login_ids: number[]): Promise<void> {
  for (const pause_ms of PAUSES_MS) {
    // Sent again each time: a process that has just lost its connection did not receive the one before.
    if ((await notifyRecall(db, login_ids)) === 0 || db.isTransaction) return
    await sleep(pause_ms)
  }
}
