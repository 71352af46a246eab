import type { Range } from '@portico/contract/usage-range.ts'
import type { AppLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'
import { DAYS, hasEnds, rangeOf } from '#traffic/range-address.ts'

const RANGE = { screen: 'dashboard', usual: '30d', isShown: hasEnds(DAYS) } as const
const LOGIN_MAX = 300

export type Scope = 'api' | 'h2h'
export type Measure = 'cost' | 'requests'

/** The filter of the chart and the list beside it; it is stored in the address. */
export interface DashboardSearch {
  scope: Scope
  range: Range
  login: string | undefined
  measure: Measure
}

export type Change = Partial<Record<'range' | 'from' | 'to' | 'login' | 'measure', string | undefined>>

const readParams = searchParams({
  login: (text) => (text === '' || text.length > LOGIN_MAX ? undefined : text),
  measure: oneOf(['cost', 'requests'], 'cost'),
})

export function parseSearch({ path, search }: AppLocation, now_ms: number): DashboardSearch {
  return {
    scope: path.startsWith(paths.h2hDashboard) ? 'h2h' : 'api',
    range: rangeOf(search, now_ms, RANGE),
    ...readParams(search),
  }
}
