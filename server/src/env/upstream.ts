import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'
import { type UpstreamHeaders, upstreamHeaders, wholeNumber } from './values.ts'

/** The source of the data. */
export interface UpstreamEnv extends UpstreamHeaders {
  url: URL | undefined
  /** Headers with the operator's credentials. */
  auth: Readonly<Record<string, string>>
  timeout_ms: number
  max_bytes: number
  /** Size limit of a request that is passed on unchanged. */
  request_max_bytes: number
  /** Longest time in which nothing of a streamed answer moves, and longest time of a call that is streamed. */
  stream_idle_ms: number
  stream_max_ms: number
}

export function readUpstream(get: (name: Name) => string | undefined): UpstreamEnv {
  const url = get('UPSTREAM_URL')
  const timeout_ms = wholeNumber('UPSTREAM_TIMEOUT_S', get('UPSTREAM_TIMEOUT_S') ?? '120', 1, 600) * 1000
  const max_bytes = 1024 * 1024 * wholeNumber('UPSTREAM_MAX_MB', get('UPSTREAM_MAX_MB') ?? '16', 1, 64)
  const request_max_bytes = 1024 * 1024 * wholeNumber('REQUEST_MAX_MB', get('REQUEST_MAX_MB') ?? '16', 1, 512)
  const stream_idle_ms = 1000 * wholeNumber('STREAM_IDLE_S', get('STREAM_IDLE_S') ?? '60', 1, 600)
  // Money is held for 15 minutes at most, so a stream ends before that.
  const stream_max_ms = 1000 * wholeNumber('STREAM_MAX_S', get('STREAM_MAX_S') ?? '600', 1, 840)
  const auth = readAuth(get('UPSTREAM_AUTH'))
  const rest = {
    auth,
    timeout_ms,
    max_bytes,
    request_max_bytes,
    stream_idle_ms,
    stream_max_ms,
    ...upstreamHeaders(get),
  }
  if (!url) return { url: undefined, ...rest }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash || parsed.username)
    throw startProblem(`UPSTREAM_URL is '${url}', but must be an address like https://api.example.com.`)
  return { url: parsed, ...rest }
}

/** `Basic …` is the value of `Authorization`; `X-Api-Key: …` names another header. */
function readAuth(given: string | undefined): Record<string, string> {
  if (!given) return {}
  if (!/^[\x20-\x7e]+$/.test(given)) throw startProblem('UPSTREAM_AUTH must be one line of plain characters.')
  const [, name, value] = /^([A-Za-z][\w-]*):\s*(\S.*)$/.exec(given) ?? []
  return name && value ? { [name.toLowerCase()]: value } : { authorization: given }
}
