import { resolve } from 'node:path'
import { CURRENCY_CODES, type Currency, DEFAULT_CURRENCY } from '@portico/contract/currency.ts'
import { startProblem } from '#db/start-problem.ts'
import { type BotCheckEnv, readBotCheck } from './bot-check.ts'
import { databaseOwner, databaseReplicas } from './databases.ts'
import { type FilesEnv, readFiles } from './files.ts'
import { readHeldPort } from './held-port.ts'
import { type OAuthClient, readOAuth } from './oauth.ts'
import { type PaymentsEnv, readPayments } from './payments.ts'
import { readProxies } from './proxies.ts'
import { withPresentNames } from './renamed.ts'
import { type KeepEnv, readKeep, readStored, type StoredEnv } from './retention.ts'
import { type SettingName as Name, SETTINGS } from './settings.ts'
import { readTraces, type TraceEnv } from './traces.ts'
import { readUpstream, type UpstreamEnv } from './upstream.ts'
import {
  addressOf,
  amount,
  apiOrigin,
  apiPrefix,
  dnsServer,
  oneOf,
  origin,
  readWorkers,
  secret,
  sender,
  shown,
  smtp,
  staffOrigin,
  wholeNumber,
} from './values.ts'
import { readVatCheck, type VatCheckEnv } from './vat-check.ts'

/** The only reader of process.env. A wrong value stops the start with one clear line. */
export interface Env {
  port: number
  host: string
  listen_fd: number | undefined
  public_url: URL
  /** The host where staff sign in; without one they share that of customers. */
  staff_url: URL | undefined
  /** The host of the data API; without one it shares that of the dashboard. */
  api_url: URL | undefined
  /** Prefix of every path of the operator's own documents; empty or `/word`. */
  api_prefix: string
  data_dir: string
  /** The store of files that are sold; undefined: the data folder. */
  files: FilesEnv | undefined
  database_url: string | undefined
  /** Set where another user than the server's runs migrations. */
  database_owner_url: string | undefined
  /** Replicas of it, which answer what only reads. */
  database_read_urls: string[]
  smtp_url: string | undefined
  provider_dir: string
  demo: boolean
  production: boolean
  trust_proxy: string[]
  secret: string | undefined
  /** The previous secret, while it is replaced. */
  secret_old: string | undefined
  log_level: string
  /** How long a stopping process continues to serve, so that load balancers see that it is not ready. */
  drain_delay_ms: number
  /** Processes that share the port. */
  workers: number
  booking_timeout_ms: number
  /** Served on a separate port, with a token on the public one, or both. */
  metrics: { port: number | undefined; host: string; token: string | undefined }
  /** Undefined: no traces are sent. */
  traces: TraceEnv | undefined
  web_dist: string
  worker: 'on' | 'off' | 'always'
  /** True where HSTS on our own hosts covers their subdomains. */
  hsts_subdomains: boolean
  session_idle_hours: number
  password_min: number
  /** The currency of all money. */
  currency: Currency
  /** Trial credit of a confirmed sign-up. */
  trial_micros: number
  /** A larger amount is booked by the operator only with confirmation. */
  confirm_above_micros: number
  /** Below it a balance counts as low in events of the business. */
  low_balance_micros: number
  mail_from: string
  /** For white-labels that have set none. */
  whitelabel_mail_from: string
  bot_check: BotCheckEnv
  vat_check: VatCheckEnv
  /** API passwords are stored for showing, or shown once and never stored. */
  api_password: 'show' | 'show-once'
  community: { url: URL | undefined; secret: string }
  /** The source that answers calls of the data API; without an address the built-in sample source answers. */
  upstream: UpstreamEnv
  stored: StoredEnv
  keep: KeepEnv
  /** How long a queued task waits at least. */
  task_delay_ms: number
  webhook_allow_private: boolean
  sso_allow_private: boolean
  /** The DNS server for records that verify a domain; undefined: the servers of the system. */
  dns_server: string | undefined
  payments: PaymentsEnv
  oauth: OAuthClient[]
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Source = Record<string, string | undefined>

export function readEnv(source: Source = process.env, root = resolve(import.meta.dirname, '../../..')): Env {
  const settings = withPresentNames(source)
  const get = (name: Name) => settings[name]?.trim() || undefined
  const production =
    oneOf('NODE_ENV', get('NODE_ENV') ?? 'development', ['development', 'production', 'test']) === 'production'
  const port = wholeNumber('PORT', get('PORT') ?? '8080', 1, 65535)
  const demo = readDemo(get, production)
  const public_url = origin('PUBLIC_URL', get('PUBLIC_URL') ?? `http://localhost:${port}`)
  const mail_from = sender(get('MAIL_FROM') ?? `no-reply@${public_url.hostname}`)
  return {
    port,
    host: get('HOST') ?? '127.0.0.1',
    listen_fd: readHeldPort(source),
    public_url,
    staff_url: staffOrigin(get('STAFF_URL'), public_url, production),
    api_url: apiOrigin(get('API_URL'), public_url),
    api_prefix: apiPrefix(get('API_PREFIX')),
    data_dir: resolve(root, get('DATA_DIR') ?? '.data'),
    files: readFiles(get, public_url),
    database_url: get('DATABASE_URL'),
    database_owner_url: databaseOwner(get),
    database_read_urls: databaseReplicas(get),
    smtp_url: smtp(get('SMTP_URL')),
    provider_dir: resolve(root, get('PROVIDER_DIR') ?? 'provider'),
    demo,
    production,
    trust_proxy: readProxies(get('TRUST_PROXY') ?? ''),
    secret: secret(get('SECRET')),
    secret_old: secret(get('SECRET_OLD'), 'SECRET_OLD'),
    log_level: oneOf('LOG_LEVEL', get('LOG_LEVEL') ?? (production ? 'info' : 'warn'), LOG_LEVELS),
    booking_timeout_ms: wholeNumber('BOOKING_TIMEOUT_MS', get('BOOKING_TIMEOUT_MS') ?? '1000', 200, 30_000),
    workers: readWorkers(get('WORKERS'), production),
    drain_delay_ms: 1000 * wholeNumber('DRAIN_DELAY_S', get('DRAIN_DELAY_S') ?? '0', 0, 300),
    metrics: readMetrics(get),
    traces: readTraces(get),
    web_dist: resolve(root, get('WEB_DIST') ?? 'web/dist'),
    worker: oneOf('WORKER', get('WORKER') ?? 'on', ['on', 'off', 'always']),
    hsts_subdomains: oneOf('HSTS_SUBDOMAINS', get('HSTS_SUBDOMAINS') ?? 'off', ['on', 'off']) === 'on',
    session_idle_hours: wholeNumber('SESSION_IDLE_HOURS', get('SESSION_IDLE_HOURS') ?? '12', 1, 720),
    password_min: wholeNumber('PASSWORD_MIN', get('PASSWORD_MIN') ?? '6', 6, 64),
    currency: oneOf('CURRENCY', get('CURRENCY') ?? DEFAULT_CURRENCY, CURRENCY_CODES),
    low_balance_micros: amount('LOW_BALANCE', get('LOW_BALANCE') ?? '10', 1_000_000),
    confirm_above_micros: amount('CONFIRM_ABOVE', get('CONFIRM_ABOVE') ?? '1000', 10_000_000),
    trial_micros: amount('TRIAL_CREDIT', get('TRIAL_CREDIT') ?? '1', 1_000),
    mail_from,
    whitelabel_mail_from: addressOf(sender(get('WHITELABEL_MAIL_FROM') ?? mail_from, 'WHITELABEL_MAIL_FROM')),
    bot_check: readBotCheck(get, production),
    vat_check: readVatCheck(get, production),
    api_password:
      oneOf('API_PASSWORD', get('API_PASSWORD') ?? 'show', ['show', 'show-once']) === 'show' ? 'show' : 'show-once',
    community: readCommunity(get),
    upstream: readUpstream(get),
    stored: readStored(get),
    keep: readKeep(get),
    task_delay_ms: wholeNumber('TASK_DELAY_MS', get('TASK_DELAY_MS') ?? '2000', 0, 3_600_000),
    webhook_allow_private:
      oneOf('WEBHOOK_ALLOW_PRIVATE', get('WEBHOOK_ALLOW_PRIVATE') ?? 'off', ['on', 'off']) === 'on',
    sso_allow_private: oneOf('SSO_ALLOW_PRIVATE', get('SSO_ALLOW_PRIVATE') ?? 'off', ['on', 'off']) === 'on',
    dns_server: dnsServer(get('DNS_SERVER')),
    payments: readPayments(get, { production, demo }),
    oauth: readOAuth(get),
  }
}

export function isProduction(source: Source = process.env): boolean {
  return source.NODE_ENV?.trim() === 'production'
}

/** The settings in force, for the log: of addresses the host alone, of secrets only that there is one. */
export function settingsInForce(source: Source = process.env): Record<string, string> {
  const settings = withPresentNames(source)
  const given = SETTINGS.flatMap((name) => {
    const value = settings[name]?.trim()
    return value ? [[name, shown(name, value)]] : []
  })
  return Object.fromEntries(given)
}

type Get = (name: Name) => string | undefined

function readDemo(get: Get, production: boolean): boolean {
  const demo = get('DEMO')
  if (!demo) return !production
  return ['on', 'true', '1'].includes(oneOf('DEMO', demo, ['on', 'off', 'true', 'false', '1', '0']))
}

function readMetrics(get: Get): Env['metrics'] {
  const [port, token] = [get('METRICS_PORT'), get('METRICS_TOKEN')]
  if (token !== undefined && !/^[\x21-\x7e]{32,}$/.test(token))
    throw startProblem('METRICS_TOKEN must have 32 plain characters or more, without blanks.')
  return {
    port: port === undefined ? undefined : wholeNumber('METRICS_PORT', port, 1, 65535),
    host: get('METRICS_HOST') ?? '127.0.0.1',
    token,
  }
}

function readCommunity(get: Get): Env['community'] {
  const [url, secret = ''] = [get('COMMUNITY_URL'), get('COMMUNITY_SECRET')]
  if (!url) return { url: undefined, secret }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw startProblem(`COMMUNITY_URL is '${url}', but must be an address like https://community.example.com/sso.`)
  if (secret.length < 32) throw startProblem('COMMUNITY_URL needs COMMUNITY_SECRET, 32 characters or more.')
  return { url: new URL(url), secret }
}

export function environmentNames(): string[] {
  return Object.keys(process.env)
}
