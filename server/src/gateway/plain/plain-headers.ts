import { isIP } from 'node:net'
import { isPrivate } from '#integrations/private-address.ts'
import type { Call, Gate, PlainRequest } from '../gate.ts'

/** Returned to the customer whether the document lists them or not. */
const ALWAYS = [
  'content-type',
  'content-disposition',
  'content-language',
  'retry-after',
  'etag',
  'last-modified',
  'accept-ranges',
  'content-range',
]
/** Sent to the source whether the document lists them or not: the customer has or wants a part of the answer. */
const CONDITIONS = ['if-none-match', 'if-match', 'if-modified-since', 'if-unmodified-since']
const PARTS = ['range', 'if-range']
/** The gateway sets these itself; the source's values are about another connection. */
const OURS =
  /^(x-cost|x-balance|x-ratelimit-.*|x-request-id|content-length|content-encoding|transfer-encoding|connection|cache-control|set-cookie2?|access-control-.*|strict-transport-security|content-security-policy|www-authenticate|server|vary|date)$/
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/** Only documented headers of the customer are sent; the customer and request id headers are set by the gateway. */
export function headersToSource({ ctx }: Gate, call: Call, { body }: PlainRequest): Record<string, string> {
  const { customer_header, request_header } = ctx.env.upstream
  const { headers } = call.sent
  const { plain, tariff } = call.entry
  // The results of a partial answer cannot be counted.
  const parts = tariff?.results || tariff?.pages ? [] : PARTS
  const documented = [...CONDITIONS, ...parts, ...(plain?.headers ?? [])].flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value]]
  })
  const trace = headers.traceparent
  return {
    accept: headers.accept ?? '*/*',
    ...Object.fromEntries(documented),
    ...(trace && TRACEPARENT.test(trace) && { traceparent: trace }),
    ...(customer_header && { [customer_header]: String(call.caller.login_id) }),
    ...(request_header && { [request_header]: call.id }),
    ...(body && { 'content-type': body.header }),
  }
}

/** Headers of the answer; addresses of the source are rewritten to the host the customer called. */
export function answerHeaders(gate: Gate, { entry }: Call, headers: Record<string, string>): Record<string, string> {
  const hosts = sourcesOf(gate, entry).map(({ host }) => host)
  const wanted = [...ALWAYS, ...(entry.plain?.answer_headers ?? [])].filter((name) => !OURS.test(name))
  const link = headers.link && linksFor(gate, entry, headers.link)
  const location = headers.location && addressFor(gate, entry, headers.location)
  return Object.fromEntries([
    ...[...new Set(wanted)].flatMap((name) => {
      const value = headers[name]
      return value === undefined || hosts.some((host) => value.includes(host)) ? [] : [[name, value]]
    }),
    ...(link ? [['link', link]] : []),
    ...(location ? [['location', location]] : []),
  ])
}

/** The source's addresses: as configured, and as its document names it. */
function sourcesOf({ ctx }: Gate, { plain }: Call['entry']): URL[] {
  const { url } = ctx.env.upstream
  return [...(url ? [url] : []), ...(plain?.server ? [new URL(plain.server)] : [])]
}

/**
 * Rewrites an address in an answer so that the customer can follow it. An address of the source becomes a path of ours, so that the
 * customer's password is sent only to us; another host stays, unless it may lead into the operator's network.
 */
function addressFor(gate: Gate, entry: Call['entry'], address: string): string | undefined {
  const base = entry.path.slice(0, entry.path.length - entry.upstream_path.replace(/\/$/, '').length)
  const sources = sourcesOf(gate, entry)
  const target = URL.parse(address, sources[0]?.href ?? 'http://source.invalid')
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  const is_relative = !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(address)
  if (is_relative && !address.startsWith('/')) return address
  const source = sources.find(({ host }) => host === target.host)
  if (!source && !is_relative) return isPublicHost(target.hostname) && !target.username ? address : undefined
  const path = `${target.pathname}${target.search}${target.hash}`
  const prefix = source?.pathname.replace(/\/$/, '') ?? ''
  if (prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`))) return `${base}${path.slice(prefix.length)}`
  return prefix === '' || is_relative ? (path.startsWith(`${base}/`) ? path : `${base}${path}`) : undefined
}

/** False for names without a dot and names of private networks, which may be the operator's. */
function isPublicHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) !== 0) return !isPrivate(name)
  return name.includes('.') && !/\.(local|localhost|internal|intranet|lan|home|corp|private|arpa)\.?$/i.test(name)
}

function linksFor(gate: Gate, entry: Call['entry'], header: string): string | undefined {
  let is_whole = true
  const links = header.replaceAll(/<([^<>]*)>/g, (_, address: string) => {
    const own = addressFor(gate, entry, address)
    if (own === undefined) is_whole = false
    return `<${own}>`
  })
  return is_whole ? links : undefined
}
