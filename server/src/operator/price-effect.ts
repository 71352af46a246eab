import type { PriceEffect } from '@portico/contract/operator-prices.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { functionKey } from '#function-names/index.ts'
import { changedGroups, comparedBooks, keyOf, newCost, type Prices } from '#prices/index.ts'
import { sinceDay, withEmails } from './catalogue.ts'
import { effectOf, groupSumsOf } from './price-effect-store.ts'

const SHOWN = 50

type Input = Parameters<typeof comparedBooks>[3]

/** What the last thirty days would have cost by these prices, for each customer. */
export async function effectOfPrices(ctx: RequestCtx, prices: Prices, input: Input): Promise<PriceEffect> {
  const { before, after, exempt } = await comparedBooks(ctx, prices.catalogue, prices.lead_ms, input)
  const groups = changedGroups(before, after, (entry) => countedName({ api: entry.api, id: entry.function_id }))
  const since = sinceDay(ctx)
  const sums = new Map((await groupSumsOf(ctx.db, [...groups.values()], since)).map((one) => [keyOf(one), one]))
  const costs = [...groups].flatMap(([key, group]) => {
    const used = sums.get(key)
    return used ? [newCost(group, used)] : []
  })
  const without = exempt.map(({ owner_id, api, id }) => ({ owner_id, api, function: countedName({ api, id }) }))
  const scope = { since, owner_id: input.whose?.id ?? null, without }
  const { rows, ...totals } = await effectOf(ctx.db, costs, scope, SHOWN)
  const estimated = costs.filter(({ is_estimate }) => is_estimate).map((one) => `${one.api}/${one.function}`)
  return { ...totals, estimated: [...new Set(estimated)], rows: await withEmails(ctx, rows) }
}

/** The name of a function beside its API in the sums of days. */
export function countedName(named: { api: string; id: string }): string {
  return functionKey(named).slice(named.api.length + 1)
}
