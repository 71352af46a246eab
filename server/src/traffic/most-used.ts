import { DAY_MS } from '@portico/contract/time.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { functionsByKey } from './name-functions.ts'
import { paidSlice } from './slice.ts'
import { usageOf } from './usage-of.ts'

const DAYS = 30
const MOST = 50

/** Ids of the functions a login has called lately, the most used first. */
export async function mostUsed(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  catalogue: Catalogue,
  login_id: number,
): Promise<string[]> {
  const now_ms = ctx.clock.now().getTime()
  // The end of a range is exclusive, and a call of this moment counts.
  const { rows } = await usageOf(ctx, paidSlice([login_id], [now_ms - DAYS * DAY_MS, now_ms + 1]))
  const requests = new Map<string, number>()
  for (const { api, function: name, requests: count } of rows) {
    const id = functionsByKey(catalogue).get(`${api}/${name}`)?.id
    if (id !== undefined) requests.set(id, (requests.get(id) ?? 0) + count)
  }
  const ranked = [...requests].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return ranked.slice(0, MOST).map(([id]) => id)
}
