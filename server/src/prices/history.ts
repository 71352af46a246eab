import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { priceWords } from './compare.ts'
import { readHeads } from './store.ts'

/** The newest versions that are compared; each has to be read once by every instance. */
const VERSIONS_MAX = 20

interface Change {
  version: string
  valid_from: Date
  prices: { id: string; price: string }[]
}

export interface PricedVersion extends Change {
  state: 'in force' | 'to come' | 'over'
}

/** The versions of the common prices that changed a function, newest first. */
export async function priceHistory(
  ctx: Pick<Ctx, 'db'>,
  catalogue: Catalogue,
  function_id: string,
): Promise<PricedVersion[]> {
  const { now_ms, heads } = await readHeads(ctx.db)
  const common = heads
    .filter(({ owner_id, withdrawn_at }) => owner_id === null && withdrawn_at === null)
    .slice(-VERSIONS_MAX)
  let before = ''
  const changed: Change[] = []
  for (const { id, version, valid_from } of common) {
    const prices = catalogue
      .byVersion(id)
      .entries.filter((entry) => entry.function_id === function_id)
      .map((entry) => ({ id: entry.id, price: priceWords(entry) }))
    const now = JSON.stringify(prices)
    if (now === before) continue
    before = now
    changed.push({ version, valid_from, prices })
  }
  // The prices of today may be those of an older version: the one in force changed other functions.
  const counting = changed.findLast(({ valid_from }) => valid_from.getTime() <= now_ms)
  return changed.toReversed().map((one) => ({ ...one, state: stateOf(one, counting, now_ms) }))
}

function stateOf(one: Change, counting: Change | undefined, now_ms: number): PricedVersion['state'] {
  if (one === counting) return 'in force'
  return one.valid_from.getTime() > now_ms ? 'to come' : 'over'
}
