import { Pool } from 'undici'
import type { Env } from '#env/env.ts'
import { createBreakers } from './upstream-breaker.ts'

const CONNECT_MS = 2000
const CONNECTIONS = 256
/** What comes with these says that nobody behind the address can be reached. */
export const UNREACHED = [502, 503, 504]

/** How one call went, for figures. */
export interface UpstreamEvent {
  endpoint: string
  outcome: 'ok' | 'http_error' | 'not_json' | 'too_large' | 'unreachable' | 'time_out' | 'not_asked'
  status: number | undefined
  seconds: number
}

/** What both ways of asking the upstream stand on; nothing where none is configured. */
export function openUpstreamPool(
  { url, timeout_ms }: Env['upstream'],
  onCall: (event: UpstreamEvent) => void,
  limits: Pick<Pool.Options, 'maxResponseSize'> = {},
) {
  if (!url) return undefined
  const breakers = createBreakers()
  const pool = new Pool(url.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
    allowH2: false,
    ...limits,
  })
  const tellNotAsked = (endpoint: string) => onCall({ endpoint, outcome: 'not_asked', status: undefined, seconds: 0 })
  return {
    pool,
    breakers,
    pathOf: (path: string) => `${url.pathname.replace(/\/+$/, '')}${path}`,
    tellNotAsked,
    turnsAway(endpoint: string, login_id: number) {
      const may_enter = breakers.of(endpoint).mayEnter(login_id)
      if (!may_enter) tellNotAsked(endpoint)
      return !may_enter
    },
  }
}
