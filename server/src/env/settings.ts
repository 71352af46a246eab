import { CURRENCY_CODES, DEFAULT_CURRENCY } from '@portico/contract/currency.ts'

/** Every setting by subject, with its default and meaning. `npm run docs` writes docs/settings.md from it. */
export const SETTING_GROUPS = [
  {
    title: 'Addresses and proxies',
    settings: [
      { name: 'PORT', fallback: '8080', meaning: 'Port to listen on.' },
      { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on.' },
      {
        name: 'PUBLIC_URL',
        fallback: 'http://localhost:PORT',
        meaning: 'Address that customers open. Links in mails start with it.',
      },
      {
        name: 'STAFF_URL',
        fallback: '',
        meaning:
          'Separate host for staff, https in production. Without it staff sign in at `PUBLIC_URL`, also with a second factor.',
      },
      {
        name: 'API_URL',
        fallback: 'PUBLIC_URL',
        meaning:
          'Separate host for the data API, shown to the customers of `PUBLIC_URL`. The dashboard is not served there.',
      },
      {
        name: 'API_PREFIX',
        fallback: '',
        meaning:
          'Prefix for every path of your own API documents, like `/data`, so that none collides with a page of the dashboard.',
      },
      {
        name: 'TRUST_PROXY',
        fallback: '',
        meaning:
          'Proxies (CIDR, comma separated) whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. The host is always taken from `Host`. If `PUBLIC_URL` is https, the data API refuses what a proxy passes on without `X-Forwarded-Proto: https`.',
      },
      {
        name: 'HSTS_SUBDOMAINS',
        fallback: 'off',
        meaning:
          '`on` binds all subdomains of the hosts in `PUBLIC_URL` and `STAFF_URL` to https as well. White-label hosts bind only themselves.',
      },
    ],
  },
  {
    title: 'Process',
    settings: [
      { name: 'NODE_ENV', fallback: 'development', meaning: '`development` or `production`.' },
      {
        name: 'DEMO',
        fallback: 'on in development',
        meaning: '`on` creates a demo account, `off` does not. In production it is off unless you set it.',
      },
      {
        name: 'PROVIDER_DIR',
        fallback: 'provider',
        meaning: 'Folder with the brand, API documents, prices and notices of the provider.',
      },
      {
        name: 'DATA_DIR',
        fallback: '.data',
        meaning: 'Folder for the embedded database, the secrets and the outbox. Only one process may use it.',
      },
      { name: 'WEB_DIST', fallback: 'web/dist', meaning: 'Folder of the built web app.' },
      {
        name: 'WORKER',
        fallback: 'on',
        meaning:
          'Offline worker of the web app: `on` (over https), `off` (removed from browsers that have it) or `always` (over http too).',
      },
      {
        name: 'LOG_LEVEL',
        fallback: 'info in production, else warn',
        meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
      },
      {
        name: 'WORKERS',
        fallback: 'auto in production, else 1',
        meaning:
          'Processes that share the port (1–64); `auto` starts one for each core. They share the database connections of one process. A worker that dies is replaced.',
      },
      {
        name: 'DRAIN_DELAY_S',
        fallback: '0',
        meaning:
          'Seconds to keep serving after SIGTERM while `/readyz` returns 503 (0–300). Set it above the health-check interval of your load balancer (`deploy/nginx.conf`).',
      },
      {
        name: 'BOOKING_TIMEOUT_MS',
        fallback: '1000',
        meaning: 'If no booking has succeeded for this long, calls are refused with 503 until one does (200–30000).',
      },
    ],
  },
  {
    title: 'Database and files',
    settings: [
      {
        name: 'DATABASE_URL',
        fallback: '',
        meaning: 'PostgreSQL 15 or newer to use instead of the embedded one. Connect directly, not through a pooler.',
      },
      {
        name: 'DATABASE_OWNER_URL',
        fallback: 'DATABASE_URL',
        meaning:
          'The same database as the owner of its tables, who runs the migrations. The user of `DATABASE_URL` then owns nothing (docs/security.md, “The database”).',
      },
      {
        name: 'DATABASE_READ_URL',
        fallback: '',
        meaning:
          'Streaming replicas of that database, comma separated. Charts, lists, files and the console read there whatever is not newer on the primary; money is never decided there.',
      },
      {
        name: 'FILES_URL',
        fallback: '',
        meaning:
          'Bucket of an S3-compatible store for files that are sold, like `https://s3.example.com/bucket`. Without it they are stored in `DATA_DIR`.',
      },
      { name: 'FILES_KEY', fallback: '', meaning: 'Access key id of that store.' },
      { name: 'FILES_SECRET', fallback: '', meaning: 'Secret of that access key.' },
      { name: 'FILES_REGION', fallback: 'us-east-1', meaning: 'Region of that store.' },
    ],
  },
  {
    title: 'Secrets and sign-in',
    settings: [
      {
        name: 'SECRET',
        fallback: 'generated in DATA_DIR',
        meaning: 'Encrypts the keys in the database. 32 characters or more, the same on all instances.',
      },
      {
        name: 'SECRET_OLD',
        fallback: '',
        meaning:
          'The previous `SECRET` during a rotation. Set both, restart all instances, then remove this one and restart them again.',
      },
      { name: 'SESSION_IDLE_HOURS', fallback: '12', meaning: 'A session ends after this many hours without activity.' },
      { name: 'PASSWORD_MIN', fallback: '6', meaning: 'Minimum length of a new password (6–64).' },
      {
        name: 'API_PASSWORD',
        fallback: 'show',
        meaning: '`show` stores API passwords encrypted, so that owners can look them up. `show-once` stores none.',
      },
      {
        name: 'BOT_CHECK',
        fallback: 'proof-of-work',
        meaning:
          'Bot check on public forms: `proof-of-work` (self-hosted), `turnstile`, `recaptcha` or `off` (not in production).',
      },
      { name: 'BOT_CHECK_SITE_KEY', fallback: '', meaning: 'Site key of Turnstile or reCAPTCHA.' },
      { name: 'BOT_CHECK_SECRET', fallback: '', meaning: 'Secret key of Turnstile or reCAPTCHA.' },
      {
        name: 'BOT_CHECK_URL',
        fallback: 'the service’s own',
        meaning: 'Address that verifies the answers of Turnstile or reCAPTCHA.',
      },
    ],
  },
  {
    title: 'Sign-in with other services',
    settings: [
      { name: 'GOOGLE_CLIENT_ID', fallback: '', meaning: 'Client id for sign-in with Google. Off without it.' },
      { name: 'GOOGLE_CLIENT_SECRET', fallback: '', meaning: 'Client secret that belongs to the id.' },
      { name: 'GOOGLE_ISSUER', fallback: 'https://accounts.google.com', meaning: 'OpenID issuer of Google.' },
      { name: 'GITHUB_CLIENT_ID', fallback: '', meaning: 'Client id for sign-in with GitHub. Off without it.' },
      { name: 'GITHUB_CLIENT_SECRET', fallback: '', meaning: 'Client secret that belongs to the id.' },
      { name: 'GITHUB_URL', fallback: 'https://github.com', meaning: 'Authorization server of GitHub.' },
      { name: 'GITHUB_API_URL', fallback: 'https://api.github.com', meaning: 'API of GitHub.' },
      { name: 'FACEBOOK_CLIENT_ID', fallback: '', meaning: 'Client id for sign-in with Facebook. Off without it.' },
      { name: 'FACEBOOK_CLIENT_SECRET', fallback: '', meaning: 'Client secret that belongs to the id.' },
      { name: 'FACEBOOK_URL', fallback: 'https://www.facebook.com', meaning: 'Authorization server of Facebook.' },
      { name: 'FACEBOOK_GRAPH_URL', fallback: 'https://graph.facebook.com', meaning: 'API of Facebook.' },
      {
        name: 'COMMUNITY_URL',
        fallback: '',
        meaning: 'Address where your community platform accepts single sign-on from Portico. Off without it.',
      },
      {
        name: 'COMMUNITY_SECRET',
        fallback: '',
        meaning: 'Key shared with the community platform, 32 characters or more.',
      },
    ],
  },
  {
    title: 'Mail',
    settings: [
      { name: 'SMTP_URL', fallback: '', meaning: 'Mail server. Without it mails are written to `DATA_DIR/outbox`.' },
      {
        name: 'MAIL_FROM',
        fallback: 'no-reply at the host of PUBLIC_URL',
        meaning: 'Sender of mails, as `Name <address>`.',
      },
      {
        name: 'WHITELABEL_MAIL_FROM',
        fallback: 'the address in MAIL_FROM',
        meaning: 'Sender address for white-labels without one of their own. Choose one that does not name you.',
      },
    ],
  },
  {
    title: 'Data source',
    settings: [
      {
        name: 'UPSTREAM_URL',
        fallback: '',
        meaning:
          'Address that calls of the data API are passed on to, with its base path. Without it the built-in sample source answers.',
      },
      {
        name: 'UPSTREAM_AUTH',
        fallback: '',
        meaning:
          'Credentials sent to the data source: the value of `Authorization`, such as `Basic …`, or another header with its name, such as `X-Api-Key: …`.',
      },
      {
        name: 'UPSTREAM_TIMEOUT_S',
        fallback: '120',
        meaning: 'Seconds after which a call to the data source is given up (1–600).',
      },
      {
        name: 'UPSTREAM_MAX_MB',
        fallback: '16',
        meaning:
          'Largest response of the data source, in MB (1–64). A larger one is given up; large ones are read one after the other.',
      },
      {
        name: 'UPSTREAM_CUSTOMER_HEADER',
        fallback: 'x-customer-id',
        meaning:
          'Header that carries the number of the calling login to the data source, for API documents without an envelope. `off` sends none.',
      },
      {
        name: 'UPSTREAM_REQUEST_HEADER',
        fallback: 'x-request-id',
        meaning: 'Header that carries the request id, as the customer gets it, with the same calls. `off` sends none.',
      },
      {
        name: 'REQUEST_MAX_MB',
        fallback: '16',
        meaning:
          'Largest request body for API documents without an envelope, in MB (1–512). A larger one is refused with 413. JSON, compressed bodies and bodies sent with an `Idempotency-Key` are read into memory and may have at most 20 MB.',
      },
      {
        name: 'STREAM_IDLE_S',
        fallback: '60',
        meaning:
          'Seconds after which a streamed answer is ended because the data source sends nothing, or the customer reads nothing (1–600).',
      },
      {
        name: 'STREAM_MAX_S',
        fallback: '600',
        meaning: 'Longest duration of a streamed answer, in seconds (1–840), counted from the request.',
      },
      {
        name: 'TASK_DELAY_MS',
        fallback: '2000',
        meaning: 'Minimum waiting time of a queued task. Half of it at high priority.',
      },
    ],
  },
  {
    title: 'What is stored, and for how long',
    settings: [
      {
        name: 'PARAMS_STORED_MB_PER_DAY',
        fallback: '64',
        meaning:
          'Request parameters stored per login and UTC day, in MB. Beyond that only field names and sizes are stored.',
      },
      {
        name: 'FREE_CALLS_PER_DAY',
        fallback: '100000',
        meaning:
          'Unpaid calls (refused, sandbox, look-ups) stored per login and UTC day. Each paid call raises the limit by ten.',
      },
      {
        name: 'ANSWERS_STORED_MB_PER_DAY',
        fallback: '64',
        meaning: 'Answers stored per login and UTC day for looking them up, in MB. Beyond that none are stored.',
      },
      {
        name: 'KEEP_ANSWERS_DAYS',
        fallback: '30',
        meaning: 'The longest that customers can have answers stored, in days (0–30). 0: no answers are stored.',
      },
      {
        name: 'KEEP_PARAMS_DAYS',
        fallback: '30',
        meaning: 'Days for which the parameters of a call can be looked up (1–3650).',
      },
      { name: 'KEEP_ERRORS_DAYS', fallback: '180', meaning: 'Days for which errors can be looked up (1–3650).' },
      {
        name: 'KEEP_MAIL_DAYS',
        fallback: '30',
        meaning: 'Days for which sent mails and alert messages are stored (1–3650).',
      },
      {
        name: 'KEEP_ADDRESSES_DAYS',
        fallback: 'for ever',
        meaning:
          'Days after which IP addresses of callers are erased from calls and errors (7–3650). The books are not changed.',
      },
      {
        name: 'KEEP_HOT_DAYS',
        fallback: 'for ever',
        meaning:
          'Days after which single calls and errors leave the database for Parquet files, in `FILES_URL` or DATA_DIR (35–3650). Customers still reach them, slower. Set it when no instance of an older version runs.',
      },
    ],
  },
  {
    title: 'Outgoing requests',
    settings: [
      {
        name: 'WEBHOOK_ALLOW_PRIVATE',
        fallback: 'off',
        meaning: '`on` allows webhooks to private and loopback addresses; alert webhooks may then use http too.',
      },
      {
        name: 'SSO_ALLOW_PRIVATE',
        fallback: 'off',
        meaning:
          '`on` allows customers’ identity providers on private or loopback addresses and over http. Off by default, to prevent server-side request forgery.',
      },
      {
        name: 'DNS_SERVER',
        fallback: 'those of the system',
        meaning: 'Address and port of the DNS server used for domain verification.',
      },
    ],
  },
  {
    title: 'Money and payments',
    settings: [
      {
        name: 'CURRENCY',
        fallback: DEFAULT_CURRENCY,
        meaning: `Currency of all money: ${CURRENCY_CODES.join(', ')}. It cannot be changed once there is a customer.`,
      },
      {
        name: 'TRIAL_CREDIT',
        fallback: '1',
        meaning: 'Amount a new customer may spend before the first payment, 0 to 1000 of `CURRENCY`.',
      },
      {
        name: 'LOW_BALANCE',
        fallback: '10',
        meaning:
          'Amount below which the balance of a login counts as low: a webhook of the operator gets `balance.low` when it falls below.',
      },
      {
        name: 'CONFIRM_ABOVE',
        fallback: '1000',
        meaning:
          'Credits and refunds by `portico` above this amount of `CURRENCY` need a confirmation, or `--yes` in a script.',
      },
      {
        name: 'PAYMENTS',
        fallback: 'stripe with a key, else test in development and demo, else off',
        meaning:
          '`stripe`, `off`, or `test`: a page of Portico where the visitor decides how a payment ends (in production only with `DEMO=on`).',
      },
      { name: 'STRIPE_SECRET_KEY', fallback: '', meaning: 'Secret key of Stripe. With it `PAYMENTS` is `stripe`.' },
      {
        name: 'STRIPE_WEBHOOK_SECRET',
        fallback: '',
        meaning: 'Signing secrets of the webhook `/webhooks/stripe`, comma separated during a rotation.',
      },
      { name: 'STRIPE_API_HOST', fallback: 'https://api.stripe.com', meaning: 'Address of Stripe’s API.' },
      {
        name: 'VAT_CHECK',
        fallback: 'vies in production, else off',
        meaning: '`vies` checks EU VAT numbers with the EU’s register. `off` checks only their format.',
      },
      {
        name: 'VAT_CHECK_URL',
        fallback: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
        meaning: 'Address of that register.',
      },
      {
        name: 'VAT_CHECK_DAYS',
        fallback: '90',
        meaning: 'Days for which a number that was valid stays valid while the register cannot be reached (1–365).',
      },
      {
        name: 'VAT_UNCHECKED',
        fallback: 'charge',
        meaning:
          'For a well-formed number that could not be checked: `charge` tax until it has been checked, or `accept` it.',
      },
    ],
  },
  {
    title: 'Monitoring',
    settings: [
      {
        name: 'METRICS_PORT',
        fallback: '',
        meaning: 'Separate port for `/metrics`. Without it and without `METRICS_TOKEN`, production serves no metrics.',
      },
      { name: 'METRICS_HOST', fallback: '127.0.0.1', meaning: 'Address that this port listens on.' },
      {
        name: 'METRICS_TOKEN',
        fallback: '',
        meaning:
          'Token of 32 characters or more. Requests with `Authorization: Bearer …` may read `/metrics` on either port.',
      },
      {
        name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
        fallback: '',
        meaning:
          'OpenTelemetry collector, like `http://collector:4318`, which receives traces as OTLP over HTTP. Without it there are none.',
      },
      {
        name: 'OTEL_EXPORTER_OTLP_HEADERS',
        fallback: '',
        meaning: 'Headers that the collector requires, as `name=value,name=value`.',
      },
      { name: 'OTEL_SERVICE_NAME', fallback: 'portico', meaning: 'Name of this installation in traces.' },
    ],
  },
] as const

type Setting = (typeof SETTING_GROUPS)[number]['settings'][number]
export type SettingName = Setting['name']

export const SETTINGS: readonly Setting[] = SETTING_GROUPS.flatMap(({ settings }): readonly Setting[] => settings)

export function fallbackOf(name: SettingName): string {
  return SETTINGS.find((one) => one.name === name)?.fallback ?? ''
}
