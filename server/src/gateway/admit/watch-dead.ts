import { voidHoldsOf } from '#ledger/jobs/index.ts'
import type { GateCtx } from '../gate.ts'
import { deadTags, otherTags } from './admission-store.ts'

const EVERY_MS = 5000
const GAP_MS = 5000
/** After the database was unreachable, every process looks dead until it could write again. */
const STEADY_MS = 20_000

/** Called after every beat: releases the holds of dead processes, seconds after they died. */
export function watchDead(
  ctx: Pick<GateCtx, 'db' | 'log'>,
  now_ms: () => number = () => performance.now(),
): () => Promise<void> {
  let [steady_since_ms, beaten_ms, looked_ms] = [now_ms(), now_ms(), now_ms()]
  return async () => {
    const at_ms = now_ms()
    if (at_ms - beaten_ms > GAP_MS) steady_since_ms = at_ms
    beaten_ms = at_ms
    if (at_ms - steady_since_ms < STEADY_MS || at_ms - looked_ms < EVERY_MS) return
    looked_ms = at_ms
    await voidHoldsOf(ctx, await deadTags(ctx.db))
  }
}

/**
 * For a process that is alone on its database, before it forgets the others: they were killed, because two cannot have
 * the data folder at once, so their holds return without the wait for a missing heartbeat.
 */
export async function releasePredecessors(ctx: Pick<GateCtx, 'db' | 'log'>, instance: string): Promise<void> {
  await voidHoldsOf(ctx, await otherTags(ctx.db, instance))
}
