import type { UsageView } from '@portico/contract/usage-views.ts'
import type { AppLocation } from '#lib/location.ts'

/** Temporary parts of the address are not saved in a view: an open task, and the live list. */
const NOT_SAVED = ['call', 'live']

/** The address as a view: its order does not matter, and what is only open is left out. */
export function asView({ path, search }: Pick<AppLocation, 'path' | 'search'>): Omit<UsageView, 'name'> {
  const params = new URLSearchParams(search)
  for (const name of NOT_SAVED) params.delete(name)
  params.sort()
  return { path: path.replace(/\/$/, ''), search: params.size > 0 ? `?${params}` : '' }
}

export function isShown(view: UsageView, location: Pick<AppLocation, 'path' | 'search'>): boolean {
  const [one, other] = [asView(view), asView(location)]
  return one.path === other.path && one.search === other.search
}
