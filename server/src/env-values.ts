import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './env-settings.ts'

export function sender(value: string, name: Name = 'MAIL_FROM'): string {
  if (!/^(.+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value))
    throw startProblem(`${name} is '${value}', but must look like Name <address@host>.`)
  return value
}

/** A value as it may stand in a log. */
export function shown(name: Name, value: string): string {
  if (/SECRET|TOKEN|_AUTH$|_KEY$/.test(name)) return 'set'
  if (!name.endsWith('_URL')) return value
  const url = URL.parse(value)
  return url ? `${url.host}${url.pathname === '/' ? '' : url.pathname}` : 'set'
}

/** The address alone, of one that may have a name before it. */
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
  // Cookies belong to a host name whatever the port.
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
