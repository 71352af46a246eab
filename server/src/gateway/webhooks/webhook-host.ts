import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import {
  countFailure,
  failuresOf,
  forgetFailures,
  type HostKey,
  keepOneProbe,
  releaseAll,
} from './webhook-host-store.ts'
import { markWebhookTried, type WebhookRow } from './webhook-store.ts'

type Tried = Parameters<typeof markWebhookTried>[2]

const SECOND_MS = 1000
/** After so many consecutive failures the host counts as down for this login. */
const FAILURES_MAX = 3
/** The pause before the next probe after each further failure. */
const PAUSES_MS = [10 * SECOND_MS, 30 * SECOND_MS, 60 * SECOND_MS, 120 * SECOND_MS, 300 * SECOND_MS]

/** While a host is down for a login, one webhook at a time probes it and the login's others to it wait. */
export async function isHostDown(ctx: Pick<Ctx, 'db'>, key: HostKey): Promise<boolean> {
  return (await failuresOf(ctx.db, key)) >= FAILURES_MAX
}

/** Records that the host did not answer this try. */
export async function hostFailed(ctx: Pick<Ctx, 'db'>, row: WebhookRow, tried: Tried, now: Date): Promise<void> {
  await inTx(ctx.db, async (db) => {
    const failures = await countFailure(db, row, now)
    await markWebhookTried(db, row, tried)
    if (failures < FAILURES_MAX) return
    const pause_ms = PAUSES_MS[Math.min(failures - FAILURES_MAX, PAUSES_MS.length - 1)] ?? 0
    await keepOneProbe(db, row, now, new Date(now.getTime() + pause_ms))
  })
}

/** Releases the waiting webhooks, because the host answered, whatever its status. */
export async function hostAnswered(ctx: Pick<Ctx, 'db'>, key: HostKey): Promise<void> {
  await inTx(ctx.db, async (db) => {
    if (await forgetFailures(db, key)) await releaseAll(db, key)
  })
}
