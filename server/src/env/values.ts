import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'

export function sender(value: string, name: Name = 'MAIL_FROM'): string {
  if (!/^(.+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value))
    throw startProblem(`${name} is '${value}', but must look like Name <address@host>.`)
  return value
}

/** A value as it may appear in a log. */
export function shown(name: Name, value: string): string {
  if (/SECRET|TOKEN|_AUTH$|_KEY$/.test(name)) return 'set'
  if (!name.endsWith('_URL')) return value
  // Several addresses in one setting: read as one, the password of the second would be a path.
  return value.split(',').map(shownAddress).join(', ')
}

function shownAddress(value: string): string {
  const url = URL.parse(value.trim())
  return url ? `${url.host}${url.pathname === '/' ? '' : url.pathname}` : 'set'
}

/** The address alone, without a name before it. */
export function addressOf(value: string): string {
  return /<([^<>]+)>$/.exec(value)?.[1] ?? value
}

export function oneOf<T extends string>(name: Name, value: string, allowed: T[]): T {
  const found = allowed.find((known) => known === value)
  if (found === undefined) throw startProblem(`${name} is '${value}', but must be one of ${allowed.join(', ')}.`)
  return found
}

export function wholeNumber(name: Name, value: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max))
    throw startProblem(`${name} is '${value}', but must be a whole number from ${min} to ${max}.`)
  return number
}

export function origin(name: Name, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw startProblem(
      `${name} is '${value}', but must be an address like https://dashboard.example.com without a path.`,
    )
  return url
}

export function staffOrigin(
  value: string | undefined,
  { protocol, hostname }: URL,
  production: boolean,
): URL | undefined {
  const url = value ? origin('STAFF_URL', value) : undefined
  // Cookies belong to a host name on any port.
  if (url?.hostname === hostname) throw startProblem('STAFF_URL needs another host name than PUBLIC_URL, not a port.')
  if (url && (url.protocol !== protocol || (production && protocol !== 'https:')))
    throw startProblem('STAFF_URL and PUBLIC_URL must begin alike, and with https:// in production.')
  return url
}

export function smtp(value: string | undefined): string | undefined {
  if (value && !(URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol)))
    throw startProblem('SMTP_URL must look like smtp://user:password@host:587 or smtps://….')
  return value
}

export function secret(value: string | undefined, name: Name = 'SECRET'): string | undefined {
  if (value !== undefined && value.length < 32) throw startProblem(`${name} must have 32 characters or more.`)
  return value
}

/** Names of the headers that carry the caller and the request id; undefined: not sent. */
export interface UpstreamHeaders {
  customer_header: string | undefined
  request_header: string | undefined
}

export function upstreamHeaders(get: (name: Name) => string | undefined): UpstreamHeaders {
  const named = (name: Name, fallback: string) => headerName(name, get(name) ?? fallback)
  return {
    customer_header: named('UPSTREAM_CUSTOMER_HEADER', 'x-customer-id'),
    request_header: named('UPSTREAM_REQUEST_HEADER', 'x-request-id'),
  }
}

/** The name of a custom header, in lower case; undefined for `off`. */
function headerName(name: Name, value: string): string | undefined {
  const header = value.toLowerCase()
  if (header === 'off') return undefined
  if (/^[a-z0-9-]{1,60}$/.test(header) && !/^(authorization|cookie|host|content-.*|accept.*|connection)$/.test(header))
    return header
  throw startProblem(`${name} is '${value}', but must be the name of a header like x-customer-id, or off.`)
}

/** The host of the data API: customers must not send their secrets in clear where the dashboard does not. */
export function apiOrigin(value: string | undefined, public_url: URL): URL | undefined {
  if (value === undefined) return undefined
  const url = origin('API_URL', value)
  if (public_url.protocol === 'https:' && url.protocol !== 'https:')
    throw startProblem(`API_URL is '${value}', but must be https as PUBLIC_URL is.`)
  return url.host === public_url.host ? undefined : url
}

/** One word or several, as the first part of paths. */
export function apiPrefix(value: string | undefined): string {
  if (value === undefined || value === '') return ''
  if (/^(\/[\w.~-]+)+$/.test(value) && !/^\/(v3|sandbox)(\/|$)/.test(value)) return value
  throw startProblem(`API_PREFIX is '${value}', but must be like /data, and neither /v3 nor /sandbox.`)
}

/** An amount of the currency as micros. */
export function amount(name: Name, value: string, most: number): number {
  const micros = parseAmount(value)
  if (micros === undefined || micros < 0 || micros > most * 1_000_000)
    throw startProblem(`${name} is '${value}', but must be an amount from 0 to ${most}.`)
  return micros
}

/** An IP address with or without a port; a name would have to be looked up by the very servers it replaces. */
export function dnsServer(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const [, v6, v4] = /^(?:\[([0-9a-fA-F:.]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(value) ?? []
  if (isIP(v6 ?? v4 ?? '') === 0)
    throw startProblem(`DNS_SERVER is an IP address with or without a port, not ${value}.`)
  return value
}

/** In production one for each core, in development one. */
export function readWorkers(given: string | undefined, production: boolean): number {
  if (given === 'auto' || (given === undefined && production)) return availableParallelism()
  return wholeNumber('WORKERS', given ?? '1', 1, 64)
}
