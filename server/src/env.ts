import { resolve } from 'node:path'
import { startProblem } from '#db/start-problem.ts'

/** The outside of the program: the only reader of process.env. A wrong value stops the start with one clear line. */
export interface Env {
  port: number
  host: string
  public_url: URL
  data_dir: string
  database_url: string | undefined
  smtp_url: string | undefined
  provider_dir: string
  demo: boolean
  production: boolean
  trust_proxy: string[]
  secret: string | undefined
  log_level: string
  session_idle_hours: number
}

type Source = Record<string, string | undefined>

/** Every setting with its default and meaning; README's table is checked against it. */
export const SETTINGS = [
  { name: 'PORT', fallback: '8080', meaning: 'port to listen on' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on' },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://localhost:PORT',
    meaning: 'address customers type; links in mail start with it',
  },
  { name: 'DATA_DIR', fallback: '.data', meaning: 'folder for the embedded database, secrets and the outbox' },
  { name: 'DATABASE_URL', fallback: '', meaning: 'a PostgreSQL ≥ 15 to use instead of the embedded one' },
  { name: 'SMTP_URL', fallback: '', meaning: 'mail server; without it mails are written to DATA_DIR/outbox' },
  { name: 'PROVIDER_DIR', fallback: 'provider', meaning: 'brand, catalogue, prices, notices of the provider' },
  { name: 'DEMO', fallback: 'on in development', meaning: 'on or off: keep a demo account' },
  { name: 'NODE_ENV', fallback: 'development', meaning: 'development or production' },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    meaning: 'addresses (CIDR, comma separated) of proxies whose X-Forwarded-* count',
  },
  { name: 'SECRET', fallback: 'generated in DATA_DIR', meaning: '32 characters or more; the same on all instances' },
  {
    name: 'LOG_LEVEL',
    fallback: 'info in production, warn otherwise',
    meaning: 'fatal, error, warn, info, debug or trace',
  },
  { name: 'SESSION_IDLE_HOURS', fallback: '12', meaning: 'sign-in ends after this many idle hours' },
] as const

type Name = (typeof SETTINGS)[number]['name']

export function readEnv(source: Source = process.env, root = resolve(import.meta.dirname, '../..')): Env {
  const get = (name: Name) => source[name]?.trim() || undefined
  const production =
    oneOf('NODE_ENV', get('NODE_ENV') ?? 'development', ['development', 'production', 'test']) === 'production'
  const port = wholeNumber('PORT', get('PORT') ?? '8080', 1, 65535)
  const demo = get('DEMO')
  return {
    port,
    host: get('HOST') ?? '127.0.0.1',
    public_url: origin('PUBLIC_URL', get('PUBLIC_URL') ?? `http://localhost:${port}`),
    data_dir: resolve(root, get('DATA_DIR') ?? '.data'),
    database_url: get('DATABASE_URL'),
    smtp_url: smtp(get('SMTP_URL')),
    provider_dir: resolve(root, get('PROVIDER_DIR') ?? 'provider'),
    demo: demo
      ? ['on', 'true', '1'].includes(oneOf('DEMO', demo, ['on', 'off', 'true', 'false', '1', '0']))
      : !production,
    production,
    trust_proxy: (get('TRUST_PROXY') ?? '')
      .split(',')
      .map((part) => cidr(part.trim()))
      .filter((part) => part !== ''),
    secret: secret(get('SECRET')),
    log_level: oneOf('LOG_LEVEL', get('LOG_LEVEL') ?? (production ? 'info' : 'warn'), [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
    session_idle_hours: wholeNumber('SESSION_IDLE_HOURS', get('SESSION_IDLE_HOURS') ?? '12', 1, 720),
  }
}

function oneOf(name: Name, value: string, allowed: string[]): string {
  if (!allowed.includes(value)) throw startProblem(`${name} is '${value}', but must be one of ${allowed.join(', ')}.`)
  return value
}

function wholeNumber(name: Name, value: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max))
    throw startProblem(`${name} is '${value}', but must be a whole number from ${min} to ${max}.`)
  return number
}

function origin(name: Name, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw startProblem(
      `${name} is '${value}', but must be an address like https://dashboard.example.com without a path.`,
    )
  return url
}

function smtp(value: string | undefined): string | undefined {
  if (value && !(URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol)))
    throw startProblem('SMTP_URL must look like smtp://user:password@host:587 or smtps://….')
  return value
}

function cidr(value: string): string {
  if (
    value !== '' &&
    !/^([0-9.]+|[0-9a-fA-F:]+)(\/\d{1,3})?$/.test(value) &&
    !['loopback', 'linklocal', 'uniquelocal'].includes(value)
  )
    throw startProblem(`TRUST_PROXY has '${value}', but takes addresses or CIDR ranges separated by commas.`)
  return value
}

function secret(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 32) throw startProblem('SECRET must have 32 characters or more.')
  return value
}
