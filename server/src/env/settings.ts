import { CURRENCY_CODES, DEFAULT_CURRENCY } from '@portico/contract/currency.ts'

/** Every setting by subject, with its default and meaning. `npm run docs` writes docs/settings.md from it. */
export const SETTING_GROUPS = {
  'Addresses and proxies': {
    PORT: ['8080', 'Port to listen on.'],
    HOST: ['127.0.0.1', 'Address to listen on.'],
    PUBLIC_URL: ['http://localhost:PORT', 'Address that customers open. Links in mails start with it.'],
    STAFF_URL: [
      '',
      'Separate host for staff, https in production. Without it staff sign in at `PUBLIC_URL`, also with a second factor.',
    ],
    API_URL: [
      'PUBLIC_URL',
      'Separate host for the data API, shown to the customers of `PUBLIC_URL`. The dashboard is not served there.',
    ],
    API_PREFIX: [
      '',
      'Prefix for every path of your own API documents, like `/data`, so that none collides with a page of the dashboard.',
    ],
    TRUST_PROXY: [
      '',
      'Proxies (CIDR, comma separated) whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. The host is always taken from `Host`. If `PUBLIC_URL` is https, the data API refuses what a proxy passes on without `X-Forwarded-Proto: https`.',
    ],
    HSTS_SUBDOMAINS: [
      'off',
      '`on` binds all subdomains of the hosts in `PUBLIC_URL` and `STAFF_URL` to https as well. White-label hosts bind only themselves.',
    ],
  },
  Process: {
    NODE_ENV: ['development', '`development` or `production`.'],
    DEMO: [
      'on in development',
      '`on` creates a demo account, `off` does not. In production it is off unless you set it.',
    ],
    PROVIDER_DIR: ['provider', 'Folder with the brand, API documents, prices and notices of the provider.'],
    DATA_DIR: ['.data', 'Folder for the embedded database, the secrets and the outbox. Only one process may use it.'],
    WEB_DIST: ['web/dist', 'Folder of the built web app.'],
    WORKER: [
      'on',
      'Offline worker of the web app: `on` (over https), `off` (removed from browsers that have it) or `always` (over http too).',
    ],
    LOG_LEVEL: ['info in production, else warn', '`fatal`, `error`, `warn`, `info`, `debug` or `trace`.'],
    WORKERS: [
      'auto in production, else 1',
      'Processes that share the port (1–64); `auto` starts one for each core. They share the database connections of one process. A worker that dies is replaced.',
    ],
    DRAIN_DELAY_S: [
      '0',
      'Seconds to keep serving after SIGTERM while `/readyz` returns 503 (0–300). Set it above the health-check interval of your load balancer (`deploy/nginx.conf`).',
    ],
    BOOKING_TIMEOUT_MS: [
      '1000',
      'If no booking has succeeded for this long, calls are refused with 503 until one does (200–30000).',
    ],
  },
  'Database and files': {
    DATABASE_URL: [
      '',
      'PostgreSQL 15 or newer to use instead of the embedded one. Connect directly, not through a pooler.',
    ],
    DATABASE_OWNER_URL: [
      'DATABASE_URL',
      'The same database as the owner of its tables, who runs the migrations. The user of `DATABASE_URL` then owns nothing (docs/security.md, “The database”).',
    ],
    DATABASE_READ_URL: [
      '',
      'Streaming replicas of that database, comma separated. Charts, lists, files and the console read there whatever is not newer on the primary; money is never decided there.',
    ],
    FILES_URL: [
      '',
      'Bucket of an S3-compatible store for files that are sold, like `https://s3.example.com/bucket`. Without it they are stored in `DATA_DIR`.',
    ],
    FILES_KEY: ['', 'Access key id of that store.'],
    FILES_SECRET: ['', 'Secret of that access key.'],
    FILES_REGION: ['us-east-1', 'Region of that store.'],
  },
  'Secrets and sign-in': {
    SECRET: [
      'generated in DATA_DIR',
      'Encrypts the keys in the database. 32 characters or more, the same on all instances.',
    ],
    SECRET_OLD: [
      '',
      'The previous `SECRET` during a rotation. Set both, restart all instances, then remove this one and restart them again.',
    ],
    SESSION_IDLE_HOURS: ['12', 'A session ends after this many hours without activity.'],
    PASSWORD_MIN: ['6', 'Minimum length of a new password (6–64).'],
    API_PASSWORD: [
      'show',
      '`show` stores API passwords encrypted, so that owners can look them up. `show-once` stores none.',
    ],
    BOT_CHECK: [
      'proof-of-work',
      'Bot check on public forms: `proof-of-work` (self-hosted), `turnstile`, `recaptcha` or `off` (not in production).',
    ],
    BOT_CHECK_SITE_KEY: ['', 'Site key of Turnstile or reCAPTCHA.'],
    BOT_CHECK_SECRET: ['', 'Secret key of Turnstile or reCAPTCHA.'],
    BOT_CHECK_URL: ['the service’s own', 'Address that verifies the answers of Turnstile or reCAPTCHA.'],
  },
  'Sign-in with other services': {
    GOOGLE_CLIENT_ID: ['', 'Client id for sign-in with Google. Off without it.'],
    GOOGLE_CLIENT_SECRET: ['', 'Client secret that belongs to the id.'],
    GOOGLE_ISSUER: ['https://accounts.google.com', 'OpenID issuer of Google.'],
    GITHUB_CLIENT_ID: ['', 'Client id for sign-in with GitHub. Off without it.'],
    GITHUB_CLIENT_SECRET: ['', 'Client secret that belongs to the id.'],
    GITHUB_URL: ['https://github.com', 'Authorization server of GitHub.'],
    GITHUB_API_URL: ['https://api.github.com', 'API of GitHub.'],
    FACEBOOK_CLIENT_ID: ['', 'Client id for sign-in with Facebook. Off without it.'],
    FACEBOOK_CLIENT_SECRET: ['', 'Client secret that belongs to the id.'],
    FACEBOOK_URL: ['https://www.facebook.com', 'Authorization server of Facebook.'],
    FACEBOOK_GRAPH_URL: ['https://graph.facebook.com', 'API of Facebook.'],
    COMMUNITY_URL: ['', 'Address where your community platform accepts single sign-on from Portico. Off without it.'],
    COMMUNITY_SECRET: ['', 'Key shared with the community platform, 32 characters or more.'],
  },
  Mail: {
    SMTP_URL: ['', 'Mail server. Without it mails are written to `DATA_DIR/outbox`.'],
    MAIL_FROM: ['no-reply at the host of PUBLIC_URL', 'Sender of mails, as `Name <address>`.'],
    WHITELABEL_MAIL_FROM: [
      'the address in MAIL_FROM',
      'Sender address for white-labels without one of their own. Choose one that does not name you.',
    ],
  },
  'Data source': {
    UPSTREAM_URL: [
      '',
      'Address that calls of the data API are passed on to, with its base path. Without it the built-in sample source answers.',
    ],
    UPSTREAM_AUTH: [
      '',
      'Credentials sent to the data source: the value of `Authorization`, such as `Basic …`, or another header with its name, such as `X-Api-Key: …`.',
    ],
    UPSTREAM_TIMEOUT_S: ['120', 'Seconds after which a call to the data source is given up (1–600).'],
    UPSTREAM_MAX_MB: [
      '16',
      'Largest response of the data source, in MB (1–64). A larger one is given up; large ones are read one after the other.',
    ],
    UPSTREAM_CUSTOMER_HEADER: [
      'x-customer-id',
      'Header that carries the number of the calling login to the data source, for API documents without an envelope. `off` sends none.',
    ],
    UPSTREAM_REQUEST_HEADER: [
      'x-request-id',
      'Header that carries the request id, as the customer gets it, with the same calls. `off` sends none.',
    ],
    REQUEST_MAX_MB: [
      '16',
      'Largest request body for API documents without an envelope, in MB (1–512). A larger one is refused with 413. JSON, compressed bodies and bodies sent with an `Idempotency-Key` are read into memory and may have at most 20 MB.',
    ],
    STREAM_IDLE_S: [
      '60',
      'Seconds after which a streamed answer is ended because the data source sends nothing, or the customer reads nothing (1–600).',
    ],
    STREAM_MAX_S: ['600', 'Longest duration of a streamed answer, in seconds (1–840), counted from the request.'],
    TASK_DELAY_MS: ['2000', 'Minimum waiting time of a queued task. Half of it at high priority.'],
  },
  'What is stored, and for how long': {
    PARAMS_STORED_MB_PER_DAY: [
      '64',
      'Request parameters stored per login and UTC day, in MB. Beyond that only field names and sizes are stored.',
    ],
    FREE_CALLS_PER_DAY: [
      '100000',
      'Unpaid calls (refused, sandbox, look-ups) stored per login and UTC day. Each paid call raises the limit by ten.',
    ],
    ANSWERS_STORED_MB_PER_DAY: [
      '64',
      'Answers stored per login and UTC day for looking them up, in MB. Beyond that none are stored.',
    ],
    KEEP_ANSWERS_DAYS: [
      '30',
      'The longest that customers can have answers stored, in days (0–30). 0: no answers are stored.',
    ],
    KEEP_PARAMS_DAYS: ['30', 'Days for which the parameters of a call can be looked up (1–3650).'],
    KEEP_ERRORS_DAYS: ['180', 'Days for which errors can be looked up (1–3650).'],
    KEEP_MAIL_DAYS: ['30', 'Days for which sent mails and alert messages are stored (1–3650).'],
    KEEP_ADDRESSES_DAYS: [
      'for ever',
      'Days after which IP addresses of callers are erased from calls and errors (7–3650). The books are not changed.',
    ],
    KEEP_HOT_DAYS: [
      'for ever',
      'Days after which single calls and errors leave the database for Parquet files, in `FILES_URL` or DATA_DIR (35–3650). Customers still reach them, slower. Set it when no instance of an older version runs.',
    ],
  },
  'Outgoing requests': {
    WEBHOOK_ALLOW_PRIVATE: [
      'off',
      '`on` allows webhooks to private and loopback addresses; alert webhooks may then use http too.',
    ],
    SSO_ALLOW_PRIVATE: [
      'off',
      '`on` allows customers’ identity providers on private or loopback addresses and over http. Off by default, to prevent server-side request forgery.',
    ],
    DNS_SERVER: ['those of the system', 'Address and port of the DNS server used for domain verification.'],
  },
  'Money and payments': {
    CURRENCY: [
      DEFAULT_CURRENCY,
      `Currency of all money: ${CURRENCY_CODES.join(', ')}. It cannot be changed once there is a customer.`,
    ],
    TRIAL_CREDIT: ['1', 'Amount a new customer may spend before the first payment, 0 to 1000 of `CURRENCY`.'],
    LOW_BALANCE: [
      '10',
      'Amount below which the balance of a login counts as low: a webhook of the operator gets `balance.low` when it falls below.',
    ],
    CONFIRM_ABOVE: [
      '1000',
      'Credits and refunds by `portico` above this amount of `CURRENCY` need a confirmation, or `--yes` in a script.',
    ],
    PAYMENTS: [
      'stripe with a key, else test in development and demo, else off',
      '`stripe`, `off`, or `test`: a page of Portico where the visitor decides how a payment ends (in production only with `DEMO=on`).',
    ],
    STRIPE_SECRET_KEY: ['', 'Secret key of Stripe. With it `PAYMENTS` is `stripe`.'],
    STRIPE_WEBHOOK_SECRET: [
      '',
      'Signing secrets of the webhook `/webhooks/stripe`, comma separated during a rotation.',
    ],
    STRIPE_API_HOST: ['https://api.stripe.com', 'Address of Stripe’s API.'],
    VAT_CHECK: [
      'vies in production, else off',
      '`vies` checks EU VAT numbers with the EU’s register. `off` checks only their format.',
    ],
    VAT_CHECK_URL: ['https://ec.europa.eu/taxation_customs/vies/rest-api', 'Address of that register.'],
    VAT_CHECK_DAYS: [
      '90',
      'Days for which a number that was valid stays valid while the register cannot be reached (1–365).',
    ],
    VAT_UNCHECKED: [
      'charge',
      'For a well-formed number that could not be checked: `charge` tax until it has been checked, or `accept` it.',
    ],
  },
  Monitoring: {
    METRICS_PORT: [
      '',
      'Separate port for `/metrics`. Without it and without `METRICS_TOKEN`, production serves no metrics.',
    ],
    METRICS_HOST: ['127.0.0.1', 'Address that this port listens on.'],
    METRICS_TOKEN: [
      '',
      'Token of 32 characters or more. Requests with `Authorization: Bearer …` may read `/metrics` on either port.',
    ],
    OTEL_EXPORTER_OTLP_ENDPOINT: [
      '',
      'OpenTelemetry collector, like `http://collector:4318`, which receives traces as OTLP over HTTP. Without it there are none.',
    ],
    OTEL_EXPORTER_OTLP_HEADERS: ['', 'Headers that the collector requires, as `name=value,name=value`.'],
    OTEL_SERVICE_NAME: ['portico', 'Name of this installation in traces.'],
  },
} as const satisfies Record<string, Record<string, readonly [fallback: string, meaning: string]>>

type NamesIn<Group> = Group extends unknown ? keyof Group & string : never
export type SettingName = NamesIn<(typeof SETTING_GROUPS)[keyof typeof SETTING_GROUPS]>

export const SETTINGS = Object.values(SETTING_GROUPS).flatMap(Object.keys) as SettingName[]

export function fallbackOf(name: SettingName): string {
  const groups: Record<string, readonly [string, string]>[] = Object.values(SETTING_GROUPS)
  return groups.find((group) => name in group)?.[name]?.[0] ?? ''
}
