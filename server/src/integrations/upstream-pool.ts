import { Pool } from 'undici'
import type { Env } from '#env/env.ts'
import { createBreakers } from './upstream-breaker.ts'

export const CONNECT_MS = 2000
const CONNECTIONS = 256
/** Statuses which mean that the server behind the address cannot be reached. */
export const UNREACHED = [502, 503, 504]

/** The outcome of one call, for the metrics. */
export interface UpstreamEvent {
  endpoint: string
  outcome: 'ok' | 'http_error' | 'not_json' | 'too_large' | 'unreachable' | 'time_out' | 'not_asked' | 'upload_failed'
  status: number | undefined
  seconds: number
}

/** The connections and breakers that both upstream clients share; undefined where no upstream is configured. */
export function openUpstreamPool(
  { url, timeout_ms, stream_idle_ms }: Env['upstream'],
  onCall: (event: UpstreamEvent) => void,
  limits: Pick<Pool.Options, 'maxResponseSize'> = {},
) {
  if (!url) return undefined
  const breakers = createBreakers()
  const pool = new Pool(url.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: timeout_ms,
    // Streams have a limit of their own.
    bodyTimeout: Math.max(timeout_ms, stream_idle_ms),
    allowH2: false,
    ...limits,
  })
  const reportSkipped = (endpoint: string) => onCall({ endpoint, outcome: 'not_asked', status: undefined, seconds: 0 })
  return {
    pool,
    breakers,
    pathOf: (path: string) => `${url.pathname.replace(/\/+$/, '')}${path}`,
    reportSkipped,
    turnsAway(endpoint: string, login_id: number) {
      const may_enter = breakers.of(endpoint).mayEnter(login_id)
      if (!may_enter) reportSkipped(endpoint)
      return !may_enter
    },
  }
}
