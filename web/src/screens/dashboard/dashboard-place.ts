import { isRange, type Range } from '@portico/contract/usage.ts'
import { paths } from '#lib/paths.ts'
import type { Place } from '#lib/place.ts'
import { presetRange } from '#ui/text/utc-days.ts'

export const RANGES = ['7d', '30d', '90d'] as const
export type RangeName = (typeof RANGES)[number]
const USUAL: RangeName = '30d'

export type Scope = 'api' | 'h2h'
export type Measure = 'cost' | 'requests'

/** What the chart and the list beside it show; the address remembers it. */
export interface DashboardPlace {
  scope: Scope
  range: Range
  login: string | undefined
  measure: Measure
}

export type Change = Partial<Record<'range' | 'from' | 'to' | 'login' | 'measure', string | undefined>>

export function readPlace({ path, search }: Place, now_ms: number): DashboardPlace {
  const asked = new URLSearchParams(search)
  const login = asked.get('login') ?? ''
  return {
    scope: path.startsWith(paths.h2hDashboard) ? 'h2h' : 'api',
    range: readRange(asked, now_ms),
    login: login === '' || login.length > 300 ? undefined : login,
    measure: asked.get('measure') === 'requests' ? 'requests' : 'cost',
  }
}

/** The address after a change; a range by name and one by days exclude each other. */
export function changed(search: string, change: Change): string {
  const next = new URLSearchParams(search)
  if ('range' in change || 'from' in change) for (const name of ['range', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next.size > 0 ? `?${next}` : ''
}

function readRange(asked: URLSearchParams, now_ms: number): Range {
  const range = { from: asked.get('from') ?? '', to: asked.get('to') ?? '' }
  if (isDay(range.from) && isDay(range.to) && isRange(range)) return range
  return presetRange(RANGES.find((name) => name === asked.get('range')) ?? USUAL, now_ms)
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}
