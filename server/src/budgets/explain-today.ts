import type { TodayCost } from '@portico/contract/budgets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { accountLogins, activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { paidSlice, titlesOf, usageOf } from '#traffic/index.ts'

const DAYS = 7
const CAUSES_SHOWN = 10

interface Sum {
  calls: number
  cost_micros: number
}

/** Today so far beside the average of the same hours on the seven days before, in the whole account. */
export async function explainToday(ctx: UserCtx): Promise<TodayCost> {
  const { owner_id } = await activeLogin(ctx)
  const ids = (await accountLogins(ctx, owner_id)).map(({ id }) => id)
  const now_ms = ctx.clock.now().getTime()
  const start_ms = Math.floor(now_ms / DAY_MS) * DAY_MS
  const until_ms = Math.floor(now_ms / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  const sums = (day: number) => sumsOf(ctx, ids, start_ms - day * DAY_MS, until_ms - day * DAY_MS)
  const today = await sums(0)
  const usual = new Map<string, Sum>()
  for (let day = 1; day <= DAYS; day++)
    for (const [key, { calls, cost_micros }] of await sums(day)) {
      const sum = usual.get(key) ?? { calls: 0, cost_micros: 0 }
      usual.set(key, { calls: sum.calls + calls / DAYS, cost_micros: sum.cost_micros + cost_micros / DAYS })
    }
  const title = titlesOf(ctx.catalogue)
  const causes = [...new Set([...today.keys(), ...usual.keys()])]
    .map((key) => ({ function: key, title: title(key), ...causeOf(today.get(key), usual.get(key)) }))
    .filter(({ today_micros, usual_micros }) => today_micros !== usual_micros)
    .toSorted((a, b) => difference(b) - difference(a))
  return {
    today_micros: total(today),
    usual_micros: total(usual),
    hours: Math.floor((now_ms - start_ms) / HOUR_MS),
    causes: causes.slice(0, CAUSES_SHOWN),
  }
}

async function sumsOf(ctx: UserCtx, ids: number[], from_ms: number, to_ms: number): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>()
  for (const row of (await usageOf(ctx, paidSlice(ids, [from_ms, to_ms]))).rows) {
    const key = `${row.api}/${row.function}`
    const { calls, cost_micros } = sums.get(key) ?? { calls: 0, cost_micros: 0 }
    sums.set(key, { calls: calls + row.calls - row.errors, cost_micros: cost_micros + row.cost_micros })
  }
  return sums
}

const NOTHING: Sum = { calls: 0, cost_micros: 0 }

/** More calls at the usual price, and the rest: other options, more results, another method or another price. */
export function causeOf(today: Sum = NOTHING, usual: Sum = NOTHING) {
  const today_micros = today.cost_micros
  const usual_micros = Math.round(usual.cost_micros)
  const price =
    usual.calls > 0 ? usual.cost_micros / usual.calls : today.calls > 0 ? today.cost_micros / today.calls : 0
  const by_calls_micros = Math.round((today.calls - usual.calls) * price)
  return { today_micros, usual_micros, by_calls_micros, by_price_micros: today_micros - usual_micros - by_calls_micros }
}

function difference({ today_micros, usual_micros }: { today_micros: number; usual_micros: number }): number {
  return Math.abs(today_micros - usual_micros)
}

function total(sums: Map<string, Sum>): number {
  return Math.round([...sums.values()].reduce((sum, { cost_micros }) => sum + cost_micros, 0))
}
