import { resolve } from 'node:path'
import { startProblem } from '#db/start-problem.ts'
import { type PaymentsEnv, readPayments } from './env-payments.ts'
import { readProxies } from './env-proxies.ts'
import type { SettingName as Name } from './env-settings.ts'
import {
  addressOf,
  apiOrigin,
  dollars,
  oneOf,
  origin,
  secret,
  sender,
  smtp,
  staffOrigin,
  type UpstreamHeaders,
  upstreamHeaders,
  wholeNumber,
} from './env-values.ts'

/** The outside of the program: the only reader of process.env. A wrong value stops the start with one clear line. */
export interface Env {
  port: number
  host: string
  public_url: URL
  /** The host where staff sign in; without one they share that of customers. */
  staff_url: URL | undefined
  /** The host of the data API; without one it shares that of the dashboard. */
  api_url: URL | undefined
  data_dir: string
  database_url: string | undefined
  /** Where migrations are done by another user than the one the server works as. */
  database_owner_url: string | undefined
  smtp_url: string | undefined
  provider_dir: string
  demo: boolean
  production: boolean
  trust_proxy: string[]
  secret: string | undefined
  log_level: string
  /** On a port of their own, with a token where customers come in, or both. */
  metrics: { port: number | undefined; host: string; token: string | undefined }
  web_dist: string
  worker: 'on' | 'off' | 'always'
  /** Whether the promise of https on our own hosts covers their subdomains. */
  hsts_subdomains: boolean
  session_idle_hours: number
  password_min: number
  /** What a confirmed newcomer may spend before the first payment. */
  trial_micros: number
  mail_from: string
  /** Of white-labels that have set none. */
  whitelabel_mail_from: string
  bot_check: {
    kind: 'proof-of-work' | 'turnstile' | 'recaptcha' | 'off'
    site_key: string
    secret: string
    url: string | undefined
  }
  /** Whether API passwords are kept for showing, or shown once and never kept. */
  api_password: 'show' | 'show-once'
  community: { url: URL | undefined; secret: string }
  /** Where calls of the data API go on to; without an address the built-in sample source answers. */
  upstream: { url: URL | undefined; auth: string | undefined; timeout_ms: number } & UpstreamHeaders
  /** What is kept of the calls of each login in a UTC day. */
  kept: { params_bytes: number; free_rows: number }
  /** How long a queued task waits at least. */
  task_delay_ms: number
  webhook_allow_private: boolean
  payments: PaymentsEnv
  oauth: {
    google: OAuthClient & { issuer: string }
    github: OAuthClient & { url: string; api_url: string }
    facebook: OAuthClient & { url: string; api_url: string }
  }
}

/** A provider without an id is not offered. */
export interface OAuthClient {
  id: string | undefined
  secret: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Source = Record<string, string | undefined>

export function readEnv(source: Source = process.env, root = resolve(import.meta.dirname, '../..')): Env {
  const get = (name: Name) => source[name]?.trim() || undefined
  const production =
    oneOf('NODE_ENV', get('NODE_ENV') ?? 'development', ['development', 'production', 'test']) === 'production'
  const port = wholeNumber('PORT', get('PORT') ?? '8080', 1, 65535)
  const demo = readDemo(get, production)
  const public_url = origin('PUBLIC_URL', get('PUBLIC_URL') ?? `http://localhost:${port}`)
  const mail_from = sender(get('MAIL_FROM') ?? `no-reply@${public_url.hostname}`)
  return {
    port,
    host: get('HOST') ?? '127.0.0.1',
    public_url,
    staff_url: staffOrigin(get('STAFF_URL'), public_url, production),
    api_url: apiOrigin(get('API_URL'), public_url),
    data_dir: resolve(root, get('DATA_DIR') ?? '.data'),
    database_url: get('DATABASE_URL'),
    database_owner_url: databaseOwner(get),
    smtp_url: smtp(get('SMTP_URL')),
    provider_dir: resolve(root, get('PROVIDER_DIR') ?? 'provider'),
    demo,
    production,
    trust_proxy: readProxies(get('TRUST_PROXY') ?? ''),
    secret: secret(get('SECRET')),
    log_level: oneOf('LOG_LEVEL', get('LOG_LEVEL') ?? (production ? 'info' : 'warn'), LOG_LEVELS),
    metrics: readMetrics(get),
    web_dist: resolve(root, get('WEB_DIST') ?? 'web/dist'),
    worker: oneOf('WORKER', get('WORKER') ?? 'on', ['on', 'off', 'always']),
    hsts_subdomains: oneOf('HSTS_SUBDOMAINS', get('HSTS_SUBDOMAINS') ?? 'off', ['on', 'off']) === 'on',
    session_idle_hours: wholeNumber('SESSION_IDLE_HOURS', get('SESSION_IDLE_HOURS') ?? '12', 1, 720),
    password_min: wholeNumber('PASSWORD_MIN', get('PASSWORD_MIN') ?? '6', 6, 64),
    trial_micros: dollars('TRIAL_CREDIT_USD', get('TRIAL_CREDIT_USD') ?? '1', 1_000),
    mail_from,
    whitelabel_mail_from: addressOf(sender(get('WHITELABEL_MAIL_FROM') ?? mail_from, 'WHITELABEL_MAIL_FROM')),
    bot_check: readBotCheck(get, production),
    api_password:
      oneOf('API_PASSWORD', get('API_PASSWORD') ?? 'show', ['show', 'show-once']) === 'show' ? 'show' : 'show-once',
    community: readCommunity(get),
    upstream: readUpstream(get),
    kept: {
      params_bytes: 1024 * 1024 * wholeNumber('KEPT_PARAMS_MB', get('KEPT_PARAMS_MB') ?? '64', 1, 1_000_000),
      free_rows: wholeNumber('KEPT_FREE_ROWS', get('KEPT_FREE_ROWS') ?? '100000', 100, 1_000_000_000),
    },
    task_delay_ms: wholeNumber('TASK_DELAY_MS', get('TASK_DELAY_MS') ?? '2000', 0, 3_600_000),
    webhook_allow_private:
      oneOf('WEBHOOK_ALLOW_PRIVATE', get('WEBHOOK_ALLOW_PRIVATE') ?? 'off', ['on', 'off']) === 'on',
    payments: readPayments(get, { production, demo }),
    oauth: readOAuth(get),
  }
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

function databaseOwner(get: Get): string | undefined {
  const url = get('DATABASE_OWNER_URL')
  if (url && !get('DATABASE_URL')) throw startProblem('DATABASE_OWNER_URL goes with DATABASE_URL, which is not set.')
  return url
}

function readBotCheck(get: Get, production: boolean): Env['bot_check'] {
  const kinds = ['proof-of-work', 'turnstile', 'recaptcha', 'off'] as const
  const wanted = oneOf('BOT_CHECK', get('BOT_CHECK') ?? 'proof-of-work', [...kinds])
  const kind = kinds.find((known) => known === wanted) ?? 'proof-of-work'
  if (kind === 'off' && production) throw startProblem('BOT_CHECK cannot be off in production.')
  const [site_key = '', secret = ''] = [get('BOT_CHECK_SITE_KEY'), get('BOT_CHECK_SECRET')]
  if ((kind === 'turnstile' || kind === 'recaptcha') && (!site_key || !secret))
    throw startProblem(`BOT_CHECK=${kind} needs BOT_CHECK_SITE_KEY and BOT_CHECK_SECRET.`)
  return { kind, site_key, secret, url: get('BOT_CHECK_URL') }
}

function readCommunity(get: Get): Env['community'] {
  const [url, secret = ''] = [get('COMMUNITY_URL'), get('COMMUNITY_SECRET')]
  if (!url) return { url: undefined, secret }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw startProblem(`COMMUNITY_URL is '${url}', but must be an address like https://community.example.com/sso.`)
  if (secret.length < 32) throw startProblem('COMMUNITY_URL needs COMMUNITY_SECRET, 32 characters or more.')
  return { url: new URL(url), secret }
}

function readUpstream(get: Get): Env['upstream'] {
  const url = get('UPSTREAM_URL')
  const timeout_ms = wholeNumber('UPSTREAM_TIMEOUT_S', get('UPSTREAM_TIMEOUT_S') ?? '120', 1, 600) * 1000
  const auth = get('UPSTREAM_AUTH')
  if (auth && !/^[\x20-\x7e]+$/.test(auth)) throw startProblem('UPSTREAM_AUTH must be one line of plain characters.')
  const rest = { auth, timeout_ms, ...upstreamHeaders(get) }
  if (!url) return { url: undefined, ...rest }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash || parsed.username)
    throw startProblem(`UPSTREAM_URL is '${url}', but must be an address like https://api.example.com.`)
  return { url: parsed, ...rest }
}

function readOAuth(get: Get): Env['oauth'] {
  const client = (name: 'GOOGLE' | 'GITHUB' | 'FACEBOOK'): OAuthClient => {
    const [id, secret = ''] = [get(`${name}_CLIENT_ID`), get(`${name}_CLIENT_SECRET`)]
    if (id && !secret) throw startProblem(`${name}_CLIENT_ID needs ${name}_CLIENT_SECRET.`)
    return { id, secret }
  }
  const url = (name: Name, fallback: string) => origin(name, get(name) ?? fallback).origin
  return {
    google: { ...client('GOOGLE'), issuer: url('GOOGLE_ISSUER', 'https://accounts.google.com') },
    github: {
      ...client('GITHUB'),
      url: url('GITHUB_URL', 'https://github.com'),
      api_url: url('GITHUB_API_URL', 'https://api.github.com'),
    },
    facebook: {
      ...client('FACEBOOK'),
      url: url('FACEBOOK_URL', 'https://www.facebook.com'),
      api_url: url('FACEBOOK_GRAPH_URL', 'https://graph.facebook.com'),
    },
  }
}
