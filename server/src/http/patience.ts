export interface Patience {
  headers_ms: number
  check_every_ms: number
}

/** How long a request may take to say what it wants. Node looks only so often, twice a minute unless told: ten seconds in all. */
export const PATIENCE: Patience = { headers_ms: 8_000, check_every_ms: 1_000 }
