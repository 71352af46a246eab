export interface Timeouts {
  headers_ms: number
  check_every_ms: number
}

/** How long a request may take to arrive. Node checks at intervals, by default twice a minute: ten seconds in all. */
export const TIMEOUTS: Timeouts = { headers_ms: 8_000, check_every_ms: 1_000 }
