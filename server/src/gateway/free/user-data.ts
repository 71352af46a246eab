import { microsToUnits } from '@portico/contract/money.ts'
import { scopeKind } from '@portico/contract/spend-scopes.ts'
import type { Price } from '@portico/contract/tariff.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'
import { fundsOf } from '#ledger/index.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { POLLS_FOR_A_CALL } from '../admit/admission.ts'
import { type Call, functionOf, type Gate, isPoll } from '../gate.ts'
import { type Counted, countedCalls, spentEver } from '../record/record-store.ts'
import { isRecord } from '../wire/envelope.ts'

type Tree = Record<string, unknown>

/** `appendix/user_data`: limits, usage, money and prices of the account. */
export async function userData(gate: Gate, { caller, at }: Call): Promise<unknown[]> {
  const { ctx } = gate
  const catalogue = gate.catalogue.forAccount(caller.owner_id)
  const { login_id, login, subscriptions } = caller
  const own = caller.agent?.key?.per_minute ?? caller.per_minute
  const { balance_micros } = await fundsOf(ctx, login_id)
  const { day, limits, spent } = await spendToday(ctx, login_id)
  const counted = await countedCalls(ctx.db, login_id, at)
  const minute = at.toISOString().slice(0, 16).replace('T', ' ')
  const daily = limits.filter(({ kind }) => kind === 'daily_limit')
  const ends = await expiryDates(ctx, caller.owner_id)
  const total_micros = balance_micros + (await spentEver(ctx.db, login_id))
  return [
    {
      login,
      timezone: 'UTC',
      rates: {
        limits: {
          // Requests are limited per minute only. Clients look up every function here too: 0 means no limit.
          day: limitsOf(catalogue, () => 0),
          minute: limitsOf(catalogue, (entry) => limitOf(entry, caller.per_minute, own)),
        },
        statistics: {
          day: { ...countsOf(counted.day), value: day },
          minute: { ...countsOf(counted.minute), value: minute },
        },
      },
      money: {
        total: microsToUnits(total_micros),
        balance: microsToUnits(balance_micros),
        limits: {
          day: {
            total: 0,
            ...sums(
              catalogue,
              daily.map((one) => ({ ...one, micros: one.limit_micros })),
            ),
          },
          minute: { total: 0 },
        },
        statistics: {
          day: {
            ...sums(
              catalogue,
              spent.map((one) => ({ ...one, micros: one.spent_micros })),
            ),
            value: day,
          },
          minute: { total: microsToUnits(sumOf(counted.minute)), value: minute },
        },
      },
      price: pricesOf(catalogue),
      backlinks_subscription_expiry_date: ends.backlinks ?? null,
      llm_mentions_subscription_expiry_date: ends.llm_mentions ?? null,
      subscriptions,
    },
  ]
}

/** Expiry by product in the time format of the data API: `2026-04-02 10:00:00 +00:00`. */
async function expiryDates(ctx: Gate['ctx'], owner_id: number): Promise<Record<string, string>> {
  const ends = Object.entries(await ctx.subscriptionEnds(ctx, owner_id))
  return Object.fromEntries(
    ends.map(([product, end]) => [product, `${end.toISOString().slice(0, 19).replace('T', ' ')} +00:00`]),
  )
}

const prices = new WeakMap<Catalogue, Tree>()

function pricesOf(catalogue: Catalogue): Tree {
  const known = prices.get(catalogue)
  if (known) return known
  const made = treeOf(
    catalogue.entries.flatMap((entry) => {
      const { tariff } = entry
      if (!tariff) return []
      const lines = {
        priority_normal: linesOf(tariff.normal),
        ...(tariff.high && { priority_high: linesOf(tariff.high) }),
        ...(tariff.monthly && { monthly_free: tariff.monthly.free, monthly_pool: tariff.monthly.pool }),
      }
      return [[pricePath(entry), lines] as const]
    }),
  )
  prices.set(catalogue, made)
  return made
}

/** A line for each unit; one for each step where its price depends on the volume of the month. */
function linesOf({ per_request, per_result, per_page, per_unit = {}, tiers = {} }: Price) {
  const units = Object.entries(per_unit).map(([unit, micros]): [string, string, number] => [
    unit,
    `per_${unit}`,
    micros,
  ])
  const lines: [unit: string, cost_type: string, micros: number][] = [
    ['requests', 'per_request', per_request],
    ['results', 'per_result', per_result],
    ['pages', 'per_page', per_page],
    ...units,
  ]
  return lines.flatMap(([unit, cost_type, micros]) => {
    const steps = tiers[unit]
    if (steps) return steps.map((step) => ({ cost_type, cost: microsToUnits(step.micros), up_to: step.up_to }))
    return micros > 0 || unit === 'requests' ? [{ cost_type, cost: microsToUnits(micros) }] : []
  })
}

/** The kind of a path has one price, whatever tier of results it delivers. */
function pricePath(entry: Pick<Entry, 'api' | 'function_id' | 'kind'>): string[] {
  const name = functionOf(entry)
  return [entry.api, ...(name === entry.api ? [] : name.split('/')), entry.kind]
}

/** Limits by the words of the path. A path that continues another has its limit: clients read a number there. */
function limitsOf({ entries }: Catalogue, of: (entry: Entry) => number): Tree {
  const leaves = entries.map((entry) => [wordsOf(entry), of(entry)] as const)
  const paths = new Set(leaves.map(([words]) => words.join('/')))
  const isBelow = (words: string[]) => words.some((_, at) => at > 0 && paths.has(words.slice(0, at).join('/')))
  return treeOf(leaves.filter(([words]) => !isBelow(words)))
}

function wordsOf({ path }: Entry): string[] {
  return path.split('/').filter((word) => !['', 'v3', 'json'].includes(word) && !word.startsWith('{'))
}

/** The limit that the `x-ratelimit-limit` header of the entry shows. */
function limitOf(entry: Entry, per_minute: number, of_key: number): number {
  return isPoll(entry) ? per_minute * POLLS_FOR_A_CALL : Math.min(per_minute, of_key)
}

function countsOf(rows: Counted[]): Tree {
  const kinds: Record<string, string> = { live: 'live', task: 'task_post' }
  return treeOf(
    rows.flatMap(({ api, function: name, method, requests }) =>
      kinds[method] ? [[[api, ...(name === api ? [] : name.split('/')), kinds[method]], requests] as const] : [],
    ),
  )
}

/** `total` over everything, `total_{api}` over an API, and for a function a number, or its `total` if it has several paths. */
function sums({ entries }: Catalogue, rows: { scope: string; micros: number }[]): Tree {
  const paths = new Set(entries.map((entry) => wordsOf(entry).join('/')))
  const leaves = rows.flatMap(({ scope, micros }): [string[], number][] => {
    const kind = scopeKind(scope)
    if (kind === 'everything') return [[['total'], microsToUnits(micros)]]
    if (kind === 'api') return [[[`total_${scope}`], microsToUnits(micros)]]
    if (kind !== 'function') return []
    return [[[...scope.split('/'), ...(paths.has(scope) ? [] : ['total'])], microsToUnits(micros)]]
  })
  return treeOf(leaves)
}

function sumOf(rows: Counted[]): number {
  return rows.reduce((sum, { cost_micros }) => sum + cost_micros, 0)
}

/** Builds a tree from paths. A node that is both leaf and branch has its leaf under `total`. */
function treeOf(leaves: (readonly [readonly string[], unknown])[]): Tree {
  const tree: Tree = {}
  for (const [path, value] of leaves) {
    const last = path.at(-1) ?? ''
    let branch = tree
    for (const name of path.slice(0, -1)) {
      const there = branch[name]
      const next = isRecord(there) ? there : there === undefined ? {} : { total: there }
      branch[name] = next
      branch = next
    }
    const there = branch[last]
    if (isRecord(there) && !isRecord(value)) there.total = value
    else branch[last] = value
  }
  return tree
}
