import { quoteOf } from '@portico/contract/price.ts'
import type { Price, Tariff } from '@portico/contract/tariff.ts'
import { type Catalogue, type Entry, isCharged } from '#catalogue/index.ts'
import { priceWords } from './compare.ts'

/** Calls of a function as the sums of days have them. */
export interface CallGroup {
  api: string
  function: string
  method: 'live' | 'task'
  priority: 1 | 2
}

export interface GroupSums extends CallGroup {
  calls: number
  results: number
}

/** How the cost of a group's calls follows: a multiple of what they cost, and amounts for each call and each result. */
export interface NewCost extends CallGroup {
  factor: number
  per_call: number
  per_result: number
  is_estimate: boolean
}

/** The groups of calls whose price differs, with the operations that serve each. */
export function changedGroups(
  before: Catalogue,
  after: Catalogue,
  countedName: (entry: Entry) => string,
): Map<string, CallGroup & { pairs: [Entry | undefined, Entry][] }> {
  const groups = new Map<string, CallGroup & { pairs: [Entry | undefined, Entry][] }>()
  for (const entry of after.entries) {
    if (!isCharged(entry.kind)) continue
    const old = before.entry(entry.id)
    for (const priority of entry.priorities) {
      const method = entry.kind === 'live' ? ('live' as const) : ('task' as const)
      const group = { api: entry.api, function: countedName(entry), method, priority }
      const key = keyOf(group)
      const known = groups.get(key) ?? { ...group, pairs: [] }
      groups.set(key, { ...known, pairs: [...known.pairs, [old, entry]] })
    }
  }
  for (const [key, { pairs }] of groups) if (pairs.every(isSame)) groups.delete(key)
  return groups
}

export function keyOf({ api, function: name, method, priority }: CallGroup): string {
  return JSON.stringify([api, name, method, priority])
}

function isSame([old, entry]: [Entry | undefined, Entry]): boolean {
  return old !== undefined && priceWords(old) === priceWords(entry)
}

/**
 * What the group would cost. Exact where every operation of it has the same price, and calls and results alone decide it or
 * the difference; else what a call with the usual number of results costs then, compared with now.
 */
export function newCost(group: CallGroup & { pairs: [Entry | undefined, Entry][] }, sums: GroupSums): NewCost {
  const { pairs, ...named } = group
  const exact =
    alike(pairs.map(([, { tariff }]) => simplePrice(tariff, group.priority))) ??
    alike(pairs.map(([old, { tariff }]) => simpleDifference(old?.tariff ?? null, tariff, group.priority)))
  if (exact) return { ...named, ...exact, is_estimate: false }
  const results = sums.calls === 0 ? 0 : sums.results / sums.calls
  const ratioBy = (price: typeof usualPrice) => {
    const total = (entries: (Entry | undefined)[]) =>
      entries.reduce((sum, entry) => sum + price(entry, group.priority, results), 0)
    const now = total(pairs.map(([old]) => old))
    return now === 0 ? 1 : total(pairs.map(([, entry]) => entry)) / now
  }
  const usual = ratioBy(usualPrice)
  const factor = usual === 1 ? ratioBy(highestPrice) : usual
  return { ...named, factor, per_call: 0, per_result: 0, is_estimate: true }
}

type Simple = Pick<NewCost, 'factor' | 'per_call' | 'per_result'>

/** The one that all operations of a group have. */
function alike([first, ...rest]: (Simple | undefined)[]): Simple | undefined {
  return rest.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined
}

/** A price by call and result without anything else. */
function simplePrice(tariff: Tariff | null, priority: 1 | 2): Simple | undefined {
  if (!tariff) return { factor: 0, per_call: 0, per_result: 0 }
  const { per_request, per_result, extras } = lineOf(tariff, priority)
  if (isBent(tariff, priority) || tariff.pages || extras.length > 0) return undefined
  return { factor: 0, per_call: per_request, per_result: tariff.results ? per_result : 0 }
}

/** Prices that differ by call and result alone: pages and extras cost the same in both. */
function simpleDifference(old: Tariff | null, tariff: Tariff | null, priority: 1 | 2): Simple | undefined {
  if (!old || !tariff || isBent(old, priority) || isBent(tariff, priority)) return undefined
  const [then, now] = [lineOf(tariff, priority), lineOf(old, priority)]
  const rest = ({ results, pages }: Tariff, { per_page, extras }: Price) =>
    JSON.stringify([results, pages, per_page, extras])
  if (rest(old, now) !== rest(tariff, then)) return undefined
  const per_result = tariff.results ? then.per_result - now.per_result : 0
  return { factor: 1, per_call: then.per_request - now.per_request, per_result }
}

/** More than calls and results decide about the price of a call. */
function isBent({ results, measures = [], monthly, ...tariff }: Tariff, priority: 1 | 2): boolean {
  const { tiers, least, most } = priority === 2 && tariff.high ? tariff.high : tariff.normal
  const is_counted_apart = results !== null && (results.size !== 1 || results.included > 0)
  return measures.length > 0 || [monthly, tiers, least, most].some((one) => one !== undefined) || is_counted_apart
}

function lineOf(tariff: Tariff, priority: 1 | 2): Price {
  return priority === 2 && tariff.high ? tariff.high : tariff.normal
}

/** A call that brings the usual number of results, without extras. */
function usualPrice(entry: Entry | undefined, priority: 1 | 2, usual: number): number {
  const tariff = entry?.tariff
  if (!tariff) return 0
  const { per_request, per_result, per_page } = lineOf(tariff, priority)
  const units = (count: Tariff['results']) =>
    count ? Math.max(0, Math.ceil(usual / Math.max(1, count.size)) - count.included) : 0
  return per_request + per_result * units(tariff.results) + per_page * units(tariff.pages)
}

/** The highest price of the sample request. It differs also where only extras, steps or measured units do. */
function highestPrice(entry: Entry | undefined, priority: 1 | 2): number {
  if (!entry?.tariff) return 0
  const { max_micros } = quoteOf(entry.tariff, { priority })
  return Number.isFinite(max_micros) ? max_micros : 0
}
