import type { ApiStatus } from '@portico/contract/dashboard.ts'

/** The account's own calls of an API within the last hour. */
export interface Seen {
  api: string
  calls: number
  failures: number
}

export interface Source {
  /** Null if the source is not monitored. */
  is_down: boolean | null
  is_maintained: boolean
}

/** Fewer failures than this may be chance. */
const FEWEST_CALLS = 5
const FAILING_SHARE = 0.2

/** The status of an API, from the operator's announcements, the gateway's breaker and the account's own calls. */
export function statusOf({ calls, failures }: Omit<Seen, 'api'>, source: Source): ApiStatus['status'] {
  if (source.is_maintained) return 'maintenance'
  if (source.is_down) return 'down'
  if (calls >= FEWEST_CALLS && failures / calls >= FAILING_SHARE) return 'failing'
  return calls > 0 || source.is_down === false ? 'ok' : 'unknown'
}
