import type { Range } from '@portico/contract/usage-range.ts'
import type { AppLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { DAYS, readRange } from '#traffic/range-address.ts'
import { type RangeName, rangeNamed, rangeNameIn } from '#traffic/ranges.ts'

const USUAL: RangeName = '30d'

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

export function parseSearch({ path, search }: AppLocation, now_ms: number): DashboardSearch {
  const params = new URLSearchParams(search)
  const login = params.get('login') ?? ''
  return {
    scope: path.startsWith(paths.h2hDashboard) ? 'h2h' : 'api',
    range: readRange(params, DAYS) ?? rangeNamed(rangeNameIn(params.get('range'), 'dashboard') ?? USUAL, now_ms),
    login: login === '' || login.length > 300 ? undefined : login,
    measure: params.get('measure') === 'requests' ? 'requests' : 'cost',
  }
}
