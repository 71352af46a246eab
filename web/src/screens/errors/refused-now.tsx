import type { AccountState } from '@portico/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { statesQuery } from '#account-states/states-query.ts'
import { Lazy } from '#ui/lazy.tsx'

const loadBanners = async () => (await import('#account-states/state-banners.tsx')).StateBanners

/** States that refuse requests, so that each explains rows of the list below. */
const REFUSES: ReadonlySet<AccountState['kind']> = new Set([
  'on_hold',
  'not_verified',
  'no_funds',
  'ip',
  'wrong_password',
  'daily_limit',
  'subscription',
  'duplicates',
])

/** The reasons why requests are refused at this moment; empty where none is, and when the query fails. */
export function RefusedNow({ scope }: { scope: 'api' | 'h2h' }) {
  const { data, dataUpdatedAt } = useQuery(statesQuery(scope))
  const states = data?.states.filter(({ state }) => REFUSES.has(state.kind)) ?? []
  if (states.length === 0) return null
  return <Lazy load={loadBanners} props={{ states, now_ms: dataUpdatedAt }} waiting={null} />
}
