import { paths } from '#lib/paths.ts'
import type { DashboardSearch } from './dashboard-search.ts'

/** Usage, filtered to one function in the same days and of the same login. */
export function usageLink(
  { scope, login, range }: Pick<DashboardSearch, 'scope' | 'login' | 'range'>,
  { function: name, section }: { function: string; section: string | null },
): string {
  const path = section ? paths.apiDetailOf.replace(':api', encodeURIComponent(section)) : paths.apiDetail
  const params = new URLSearchParams({ from: range.from, to: range.to, function: name, ...(login && { login }) })
  return `${scope === 'h2h' ? paths.h2hDetail : path}?${params}`
}
