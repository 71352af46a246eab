import type { CostAsTasks } from '@portico/contract/budgets.ts'
import type { Tariff } from '@portico/contract/tariff.ts'
import { monthStart } from '@portico/contract/time.ts'
import { accountLogins, activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { functionsByKey } from '#function-names/index.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'

/** What the live calls of the last month would have cost as tasks of normal priority, at the prices of this account. */
export async function costAsTasks(ctx: UserCtx): Promise<CostAsTasks> {
  const { owner_id } = await activeLogin(ctx)
  const ids = (await accountLogins(ctx, owner_id)).map(({ id }) => id)
  const [from, to] = [monthStart(ctx.clock.now(), -1), monthStart(ctx.clock.now())]
  const { rows } = await usageOf(ctx, { ...paidSlice(ids, [from.getTime(), to.getTime()]), method: 'live' })
  const known = functionsByKey(ctx.catalogue.forAccount(owner_id))
  const functions = rows
    .filter(({ cost_micros }) => cost_micros > 0)
    .map(({ api, function: name, calls, errors, cost_micros }) => {
      const key = `${api}/${name}`
      const methods = known.get(key)?.methods ?? []
      const tariffOf = (kind: 'live' | 'task') => methods.find((one) => one.kind === kind && one.tariff)?.tariff ?? null
      const share = shareOf(tariffOf('live'), tariffOf('task'))
      const tasks_micros = share === null ? null : Math.round(cost_micros * share)
      const title = known.get(key)?.title ?? key
      return { function: key, title, calls: calls - errors, live_micros: cost_micros, tasks_micros }
    })
    .toSorted((a, b) => b.live_micros - a.live_micros)
  const sum = (micros: (one: (typeof functions)[number]) => number) =>
    functions.reduce((all, one) => all + micros(one), 0)
  return {
    month: from.toISOString().slice(0, 7),
    live_micros: sum((one) => one.live_micros),
    tasks_micros: sum((one) => one.tasks_micros ?? one.live_micros),
    functions,
  }
}

/**
 * The price of a task as a share of the live price. Where lines differ in it, the highest: a saving is never shown too
 * large. Null where there is no task, or a part of the price is counted otherwise.
 */
export function shareOf(live: Tariff | null, task: Tariff | null): number | null {
  if (!live || !task || isByVolume(live) || isByVolume(task)) return null
  const shares = []
  for (const line of ['per_request', 'per_result', 'per_page'] as const) {
    if (live.normal[line] === 0 && task.normal[line] > 0) return null
    if (live.normal[line] > 0) shares.push(task.normal[line] / live.normal[line])
  }
  return shares.length === 0 ? null : Math.max(...shares)
}

function isByVolume({ measures = [], monthly, normal }: Tariff): boolean {
  return measures.length > 0 || monthly !== undefined || Object.keys(normal.tiers ?? {}).length > 0
}
