import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { Group, GroupRow, UsageTotals } from '@portico/contract/usage-totals.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { titlesOf } from '#function-names/index.ts'
import { groupSums, pairSums, type Slice, type SumRow, usageOf, withCalls, withSums } from '#traffic/index.ts'
import { groupNames } from './name-groups.ts'
import { beforeOf, readFilter } from './read-filter.ts'

type Summary = Output<typeof usage.getUsageSummary>
const GROUPS_MAX = 100
const METRICS = ['requests', 'calls', 'queued', 'tasks', 'results', 'cost_micros', 'errors'] as const

export async function getUsageSummary(
  ctx: UserCtx,
  { group, split, compare, ...filter }: Input<typeof usage.getUsageSummary>,
): Promise<Summary> {
  const { slice, logins } = await readFilter(ctx, filter)
  const earlier = compare === 'previous' ? await beforeOf(ctx, slice) : undefined
  const before = earlier ? (await withSums(ctx, earlier, (found) => usageOf(ctx, found))).totals : null
  const withRows = [group, split].includes('tag') ? withCalls : withSums
  return withRows(ctx, slice, (found) => summaryOf(ctx, found, { group, split, logins, before }))
}

async function summaryOf(
  ctx: UserCtx,
  slice: Slice,
  {
    group,
    split,
    logins,
    before,
  }: { group: Group; split: Group | undefined; logins: Map<number, string>; before: UsageTotals | null },
): Promise<Summary> {
  const { totals, rows } = await usageOf(ctx, slice)
  if (split && split !== group) {
    const pairs = await byPairs(ctx, slice, [group, split], logins)
    return { totals, before, breakdown: [], groups: withRest(pairs, totals) }
  }
  if (group === 'function') return { totals, before, breakdown: byFunction(ctx.catalogue, rows), groups: [] }
  const nameOf = groupNames(ctx.catalogue, group, logins)
  const sums = await groupSums(ctx.db, slice, group, GROUPS_MAX)
  const named = sums.map((sum) => ({ ...sum, ...nameOf(sum.key) }))
  return { totals, before, breakdown: [], groups: withRest(named, totals) }
}

/** A line for each pair of groups. */
async function byPairs(ctx: UserCtx, slice: Slice, [group, split]: [Group, Group], logins: Map<number, string>) {
  const nameOf = groupNames(ctx.catalogue, group, logins)
  const splitOf = groupNames(ctx.catalogue, split, logins)
  const sums = await pairSums(ctx.db, slice, [group, split], { limit: GROUPS_MAX })
  return sums.map((sum) => ({ ...sum, ...nameOf(sum.keys[0] ?? ''), split: splitOf(sum.keys[1] ?? '') }))
}

function byFunction(catalogue: Catalogue, rows: SumRow[]): Summary['breakdown'] {
  const titleOf = titlesOf(catalogue)
  return rows.map((row) => {
    const key = `${row.api}/${row.function}`
    return { ...row, function: key, title: titleOf(key) }
  })
}

/** The last line sums up the groups that are not listed, so that the lines add up to the totals. */
function withRest(rows: GroupRow[], totals: UsageTotals): GroupRow[] {
  if (rows.length < GROUPS_MAX) return rows
  const rest: GroupRow = {
    key: null,
    title: '',
    requests: 0,
    calls: 0,
    queued: 0,
    tasks: 0,
    results: 0,
    cost_micros: 0,
    errors: 0,
  }
  for (const name of METRICS) rest[name] = totals[name] - rows.reduce((sum, row) => sum + row[name], 0)
  return [...rows, rest]
}
