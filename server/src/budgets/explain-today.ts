import type { TodayCost } from '@portico/contract/budgets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { accountLogins, activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { titlesOf } from '#function-names/index.ts'
import { paidSlice, pairSums, type Slice, usageOf } from '#traffic/index.ts'

const DAYS = 7
const CAUSES_SHOWN = 10
/** The most expensive ones of a day: a difference among the others is not large. */
const TAGS_COMPARED = 1_000

interface Sum {
  calls: number
  cost_micros: number
}

type Sums = Map<string, Sum>

/** Today so far beside the average of the same hours on the seven days before, in the whole account. */
export async function explainToday(ctx: UserCtx): Promise<TodayCost> {
  const { owner_id } = await activeLogin(ctx)
  const ids = (await accountLogins(ctx, owner_id)).map(({ id }) => id)
  const now_ms = ctx.clock.now().getTime()
  const start_ms = Math.floor(now_ms / DAY_MS) * DAY_MS
  const until_ms = Math.floor(now_ms / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  const slice = (day: number) => paidSlice(ids, [start_ms - day * DAY_MS, until_ms - day * DAY_MS])
  const functions = await compareDays((day) => functionSums(ctx, slice(day)))
  const tags = await compareDays((day) => tagSumsOf(ctx, slice(day)))
  const has_tags = [...tags.today.keys(), ...tags.usual.keys()].some((tag) => tag !== '')
  const title = titlesOf(ctx.catalogue)
  return {
    today_micros: total(functions.today),
    usual_micros: total(functions.usual),
    hours: Math.floor((now_ms - start_ms) / HOUR_MS),
    causes: causesOf(functions).map(({ key, ...cause }) => ({ function: key, title: title(key), ...cause })),
    tags: has_tags ? causesOf(tags).map(({ key, ...cause }) => ({ tag: key, ...cause })) : [],
  }
}

async function compareDays(sumsOf: (day: number) => Promise<Sums>): Promise<{ today: Sums; usual: Sums }> {
  const today = await sumsOf(0)
  const usual: Sums = new Map()
  for (let day = 1; day <= DAYS; day++)
    for (const [key, { calls, cost_micros }] of await sumsOf(day))
      add(usual, key, { calls: calls / DAYS, cost_micros: cost_micros / DAYS })
  return { today, usual }
}

function causesOf({ today, usual }: { today: Sums; usual: Sums }) {
  return [...new Set([...today.keys(), ...usual.keys()])]
    .map((key) => ({ key, ...causeOf(today.get(key), usual.get(key)) }))
    .filter(({ today_micros, usual_micros }) => today_micros !== usual_micros)
    .toSorted((a, b) => difference(b) - difference(a))
    .slice(0, CAUSES_SHOWN)
}

async function functionSums(ctx: UserCtx, slice: Slice): Promise<Sums> {
  const sums: Sums = new Map()
  for (const { api, function: name, calls, errors, cost_micros } of (await usageOf(ctx, slice)).rows)
    add(sums, `${api}/${name}`, { calls: calls - errors, cost_micros })
  return sums
}

async function tagSumsOf(ctx: UserCtx, slice: Slice): Promise<Sums> {
  const rows = await pairSums(ctx.db, slice, ['tag'], { limit: TAGS_COMPARED })
  return new Map(
    rows.map(({ keys, calls, errors, cost_micros }) => [keys[0] ?? '', { calls: calls - errors, cost_micros }]),
  )
}

function add(sums: Sums, key: string, { calls, cost_micros }: Sum): void {
  const sum = sums.get(key) ?? NOTHING
  sums.set(key, { calls: sum.calls + calls, cost_micros: sum.cost_micros + cost_micros })
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

function total(sums: Sums): number {
  return Math.round([...sums.values()].reduce((sum, { cost_micros }) => sum + cost_micros, 0))
}
