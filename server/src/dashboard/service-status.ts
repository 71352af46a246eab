import type { ApiStatus } from '@portico/contract/dashboard.ts'

/** One's own calls to an API within the last hour. */
export interface Seen {
  api: string
  calls: number
  failures: number
}

export interface Source {
  /** Null where nobody can say: nothing watches it. */
  is_down: boolean | null
  is_maintained: boolean
}

/** Fewer calls than this are an accident and no pattern. */
const FEWEST_CALLS = 5
const FAILING_SHARE = 0.2

/** What can honestly be said of an API: what the operator announced, what the gateway sees, what one's own calls saw. */
export function statusOf({ calls, failures }: Omit<Seen, 'api'>, source: Source): ApiStatus['status'] {
  if (source.is_maintained) return 'maintenance'
  if (source.is_down) return 'down'
  if (calls >= FEWEST_CALLS && failures / calls >= FAILING_SHARE) return 'failing'
  return calls > 0 || source.is_down === false ? 'ok' : 'unknown'
}
