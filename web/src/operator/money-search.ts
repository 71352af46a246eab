import { navigate, useLocation } from '#lib/location.ts'
import { type RangeName, rangeNamed } from '#traffic/ranges.ts'
import type { DayRange } from '#ui/text/utc-days.ts'
import { MONEY } from './paths.ts'

export const MONEY_TABS = [
  'revenue',
  'balances',
  'payments',
  'reversals',
  'documents',
  'tax',
  'promos',
  'books',
  'months',
] as const
export type MoneyTab = (typeof MONEY_TABS)[number]

export function moneyPath(tab: MoneyTab, search: Record<string, string> = {}): string {
  const query = new URLSearchParams(search).toString()
  return `${tab === 'revenue' ? MONEY : `${MONEY}/${tab}`}${query && `?${query}`}`
}

type Change = Record<string, string | null>

/** The filters of a view: they are in the address, so that it can be sent to a colleague. */
export function useFilters() {
  const { path, search } = useLocation()
  const params = new URLSearchParams(search)
  const get = (name: string) => params.get(name) || undefined
  /** The address with other filters; null removes one. Any change begins at the first page. */
  function address(change: Change): string {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries({ before: null, ...change }))
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    const query = next.toString()
    return query === '' ? path : `${path}?${query}`
  }
  return { get, address, change: (change: Change) => navigate(address(change), { replace: true }) }
}

/** One of these values, or nothing: an address may hold anything. */
export function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((one) => one === value)
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** The days in the address, or the usual ones of the view. */
export function daysOf(get: (name: string) => string | undefined, usual: RangeName, now_ms = Date.now()): DayRange {
  const [from, to] = [get('from'), get('to')]
  return from && to && DAY.test(from) && DAY.test(to) ? { from, to } : rangeNamed(usual, now_ms)
}
