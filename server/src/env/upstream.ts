import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'
import { type UpstreamHeaders, upstreamHeaders, wholeNumber } from './values.ts'

/** The source of the data. */
export interface UpstreamEnv extends UpstreamHeaders {
  url: URL | undefined
  auth: string | undefined
  timeout_ms: number
  max_bytes: number
  /** Size limit of a request that is passed on unchanged. */
  request_max_bytes: number
}

export function readUpstream(get: (name: Name) => string | undefined): UpstreamEnv {
  const url = get('UPSTREAM_URL')
  const timeout_ms = wholeNumber('UPSTREAM_TIMEOUT_S', get('UPSTREAM_TIMEOUT_S') ?? '120', 1, 600) * 1000
  const max_bytes = 1024 * 1024 * wholeNumber('UPSTREAM_MAX_MB', get('UPSTREAM_MAX_MB') ?? '16', 1, 64)
  const request_max_bytes = 1024 * 1024 * wholeNumber('REQUEST_MAX_MB', get('REQUEST_MAX_MB') ?? '16', 1, 20)
  const auth = get('UPSTREAM_AUTH')
  if (auth && !/^[\x20-\x7e]+$/.test(auth)) throw startProblem('UPSTREAM_AUTH must be one line of plain characters.')
  const rest = { auth, timeout_ms, max_bytes, request_max_bytes, ...upstreamHeaders(get) }
  if (!url) return { url: undefined, ...rest }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash || parsed.username)
    throw startProblem(`UPSTREAM_URL is '${url}', but must be an address like https://api.example.com.`)
  return { url: parsed, ...rest }
}
