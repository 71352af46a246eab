import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { countFailure, failuresOf, forgetFailures, keepOneProbe, letAllGo } from './webhook-host-store.ts'
import { markWebhookTried, type WebhookRow } from './webhook-store.ts'

type Place = Pick<WebhookRow, 'login_id' | 'host'>
type Tried = Parameters<typeof markWebhookTried>[2]

const SECOND_MS = 1000
/** So many in a row, and the host counts as down for this login. */
const FAILURES_MAX = 3
/** How long a host that is down is left alone after each further failure. */
const PAUSES_MS = [10 * SECOND_MS, 30 * SECOND_MS, 60 * SECOND_MS, 120 * SECOND_MS, 300 * SECOND_MS]

/** While a host is down for a login one webhook at a time asks it, and all others of that login to it wait for that one. */
export async function isHostDown(ctx: Pick<Ctx, 'db'>, place: Place): Promise<boolean> {
  return (await failuresOf(ctx.db, place)) >= FAILURES_MAX
}

/** The host did not answer this try. */
export async function hostFailed(ctx: Pick<Ctx, 'db'>, row: WebhookRow, tried: Tried, now: Date): Promise<void> {
  await inTx(ctx.db, async (db) => {
    const failures = await countFailure(db, row, now)
    await markWebhookTried(db, row, tried)
    if (failures < FAILURES_MAX) return
    const pause_ms = PAUSES_MS[Math.min(failures - FAILURES_MAX, PAUSES_MS.length - 1)] ?? 0
    await keepOneProbe(db, row, now, new Date(now.getTime() + pause_ms))
  })
}

/** The host answered, whatever it said: what waited for it goes on. */
export async function hostAnswered(ctx: Pick<Ctx, 'db'>, place: Place): Promise<void> {
  await inTx(ctx.db, async (db) => {
    if (await forgetFailures(db, place)) await letAllGo(db, place)
  })
}
