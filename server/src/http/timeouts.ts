export interface Timeouts {
  headers_ms: number
  check_every_ms: number
}

/** How long a request may take to say what it wants. Node looks only so often, twice a minute unless told: ten seconds in all. */
export const TIMEOUTS: Timeouts = { headers_ms: 8_000, check_every_ms: 1_000 }
