import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { functionsByKey } from '#function-names/index.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'

const DAYS = 30
const MOST = 50

/** Ids of the functions the active login has called lately, the most used first. */
export async function mostUsed(ctx: UserCtx): Promise<string[]> {
  const now_ms = ctx.clock.now().getTime()
  const { id: login_id } = await activeLogin(ctx)
  // The end of a range is exclusive, and a call of this moment counts.
  const { rows } = await usageOf(ctx, paidSlice([login_id], [now_ms - DAYS * DAY_MS, now_ms + 1]))
  const requests = new Map<string, number>()
  for (const { api, function: name, requests: count } of rows) {
    const id = functionsByKey(ctx.catalogue).get(`${api}/${name}`)?.id
    if (id !== undefined) requests.set(id, (requests.get(id) ?? 0) + count)
  }
  const ranked = [...requests].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return ranked.slice(0, MOST).map(([id]) => id)
}
