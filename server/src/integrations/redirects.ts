import { isIP } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { guardedLookup, resolveAll, webhookTarget } from './webhook-call.ts'

/** Where redirects of a document's source are followed to, apart from the source itself. */
export interface RedirectRule {
  /** Host names; `*.example.com` allows every name below. */
  hosts: readonly string[]
  /** The address by which the document names the source. */
  server: string | undefined
}

export const MOST_REDIRECTS = 5
const STATUSES = [301, 302, 303, 307, 308]
/** Headers that another host may get: none that names the operator or the customer. */
const FOR_OTHERS = /^(accept|accept-encoding|range|if-.*|content-type)$/

/** One request of a chain. */
export interface Hop {
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  body: Buffer | undefined
}

export type Target =
  /** A path of the source; with the operator's credentials only below the configured address. */
  { kind: 'source'; path: string; is_below: boolean } | { kind: 'other'; url: URL }

export function isRedirect(status: number): boolean {
  return STATUSES.includes(status)
}

/** The target of a redirect, or the reason why it is not followed. */
export function redirectTarget(
  location: string | undefined,
  from: URL,
  source: URL,
  { hosts, server }: RedirectRule,
): Target | { refused: string } {
  const url = location === undefined ? null : URL.parse(location, from.href)
  if (!url || !/^https?:$/.test(url.protocol)) return { refused: 'no address' }
  if (url.username || url.password) return { refused: 'address with credentials' }
  if (url.origin === source.origin)
    return { kind: 'source', path: pathOf(url), is_below: below(url, source) !== undefined }
  const documented = server === undefined ? null : URL.parse(server)
  if (documented?.origin === url.origin) {
    const rest = below(url, documented)
    if (rest === undefined) return { refused: 'another path of the documented server' }
    return { kind: 'source', path: `${prefixOf(source)}${rest}`, is_below: true }
  }
  if (!hosts.some((host) => isAllowed(host, url.hostname))) return { refused: 'host is not allowed' }
  if (source.protocol === 'https:' && url.protocol !== 'https:') return { refused: 'not encrypted' }
  return webhookTarget(url.href, false) ? { kind: 'other', url } : { refused: 'private address' }
}

/** The next request of a chain, as browsers make it. Undefined when its body cannot be sent again. */
export function nextHop(status: number, hop: Hop, is_body_gone: boolean, is_other: boolean): Hop | undefined {
  const is_get = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  if (!is_get && is_body_gone) return undefined
  const entries = Object.entries(hop.headers).filter(
    ([name]) => (!is_other || FOR_OTHERS.test(name)) && !(is_get && /^content-/.test(name)),
  )
  const headers = Object.fromEntries(entries)
  return is_get ? { method: 'GET', headers, body: undefined } : { ...hop, headers }
}

/** Connects to other hosts; the address is checked when the connection is made, not before. */
export function openGuardedAgent(timeout_ms: number, connect_ms: number, resolve = resolveAll): Dispatcher {
  return new Agent({
    connect: { timeout: connect_ms, lookup: guardedLookup(false, resolve) },
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
    connections: 32,
    allowH2: false,
  })
}

function isAllowed(host: string, name: string): boolean {
  const wanted = host.toLowerCase()
  // A wildcard never matches an address.
  if (wanted.startsWith('*.')) return isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.endsWith(wanted.slice(1))
  return name === wanted
}

function prefixOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, '')
}

/** The path of an address below another one; undefined when it is not below. */
function below(url: URL, base: URL): string | undefined {
  const prefix = prefixOf(base)
  const path = pathOf(url)
  return url.pathname === prefix || url.pathname.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
}

function pathOf({ pathname, search }: URL): string {
  return `${pathname}${search}`
}
