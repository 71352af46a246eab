import { navigate, useLocation } from '#lib/location.ts'
import { changedSearch } from '#lib/search-params.ts'
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
  const address = (change: Change) => `${path}${changedSearch(search, { before: null, ...change })}`
  return { get, address, change: (change: Change) => navigate(address(change), { replace: true }) }
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** The days in the address, or the usual ones of the view. */
export function daysOf(get: (name: string) => string | undefined, usual: RangeName, now_ms = Date.now()): DayRange {
  const [from, to] = [get('from'), get('to')]
  return from && to && DAY.test(from) && DAY.test(to) ? { from, to } : rangeNamed(usual, now_ms)
}
