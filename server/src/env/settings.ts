import { CURRENCY_CODES, DEFAULT_CURRENCY } from '@portico/contract/currency.ts'
/** Every setting with its default and meaning; README's table is checked against it. */
export const SETTINGS = [
  { name: 'PORT', fallback: '8080', meaning: 'port to listen on' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on' },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://localhost:PORT',
    meaning: 'address customers type; links in mail start with it',
  },
  {
    name: 'STAFF_URL',
    fallback: '',
    meaning:
      'address of a host for staff alone, https in production; without it staff sign in at PUBLIC_URL, also with a second factor',
  },
  {
    name: 'API_URL',
    fallback: 'PUBLIC_URL',
    meaning:
      'address of a host of its own for the data API, which customers of PUBLIC_URL are shown; the dashboard is not served there',
  },
  {
    name: 'API_PREFIX',
    fallback: '',
    meaning:
      'stands before every path of your own documents, like `/data`, so that none is an address of the dashboard',
  },
  {
    name: 'DATA_DIR',
    fallback: '.data',
    meaning: 'folder for the embedded database, secrets and the outbox; one process at a time',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'a PostgreSQL ≥ 15 to use instead of the embedded one, without a pooler between',
  },
  {
    name: 'DATABASE_OWNER_URL',
    fallback: 'DATABASE_URL',
    meaning:
      'the same database as the owner of its tables, who migrates them; the user of DATABASE_URL then owns nothing (docs/security.md, “The database”)',
  },
  {
    name: 'FILES_URL',
    fallback: '',
    meaning:
      'address of a bucket in an S3-compatible store, like `https://s3.example.com/bucket`: files that are sold lie there; without it in `DATA_DIR`',
  },
  { name: 'FILES_KEY', fallback: '', meaning: 'id of the access key of that store' },
  { name: 'FILES_SECRET', fallback: '', meaning: 'secret of that key' },
  { name: 'FILES_REGION', fallback: 'us-east-1', meaning: 'region of that store' },
  { name: 'SMTP_URL', fallback: '', meaning: 'mail server; without it mails are written to `DATA_DIR/outbox`' },
  {
    name: 'MAIL_FROM',
    fallback: 'no-reply at the host of PUBLIC_URL',
    meaning: 'sender of mails, as `Name <address>`',
  },
  {
    name: 'WHITELABEL_MAIL_FROM',
    fallback: 'the address in MAIL_FROM',
    meaning: 'address white-labels without one of their own send mails from; choose one that does not name you',
  },
  { name: 'PROVIDER_DIR', fallback: 'provider', meaning: 'brand, catalogue, prices and notices of the provider' },
  {
    name: 'DEMO',
    fallback: 'on in development',
    meaning: '`on` or `off`: keep a demo account; never on by itself in production',
  },
  { name: 'NODE_ENV', fallback: 'development', meaning: '`development` or `production`' },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    meaning:
      'addresses (CIDR, comma separated) of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count, the host is that of `Host` alone; over https the data API takes what they pass on only with `X-Forwarded-Proto: https`',
  },
  {
    name: 'SECRET',
    fallback: 'generated in DATA_DIR',
    meaning: '32 characters or more; must be the same on all instances',
  },
  {
    name: 'SECRET_OLD',
    fallback: '',
    meaning:
      'the SECRET before, while it is replaced: set both, restart all instances, then take this one away and restart them again',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info in production, else warn',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`',
  },
  {
    name: 'BOOKING_TIMEOUT_MS',
    fallback: '1000',
    meaning: 'when nothing could be booked for so long, calls are refused with 503 until it can, 200 to 30000',
  },
  {
    name: 'DRAIN_DELAY_S',
    fallback: '0',
    meaning:
      'asked to stop, go on serving for so long while `/readyz` says no, 0 to 300; behind a balancer longer than it takes to notice (`deploy/nginx.conf`)',
  },
  {
    name: 'METRICS_PORT',
    fallback: '',
    meaning: 'port of its own for `/metrics`; without it and `METRICS_TOKEN` production serves none',
  },
  { name: 'METRICS_HOST', fallback: '127.0.0.1', meaning: 'address that port listens on' },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning: '32 characters or more; who sends it as `Authorization: Bearer …` may read `/metrics` on either port',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'address of an OpenTelemetry collector, like `http://collector:4318`: traces of requests go there as OTLP over HTTP; without it there are none',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    meaning: 'headers the collector asks for, as `name=value,name=value`',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    fallback: 'portico',
    meaning: 'name of this installation in traces',
  },
  { name: 'WEB_DIST', fallback: 'web/dist', meaning: 'folder of the built web part' },
  {
    name: 'WORKER',
    fallback: 'on',
    meaning:
      'offline worker: `on` (over https), `off` (removed from browsers that have it), `always` (also on plain http)',
  },
  {
    name: 'HSTS_SUBDOMAINS',
    fallback: 'off',
    meaning:
      '`on` also binds all subdomains of the hosts of PUBLIC_URL and STAFF_URL to https; hosts of white-labels are bound by themselves alone',
  },
  { name: 'SESSION_IDLE_HOURS', fallback: '12', meaning: 'a sign-in ends after this many idle hours' },
  { name: 'PASSWORD_MIN', fallback: '6', meaning: 'fewest characters of a new password, 6 to 64' },
  {
    name: 'CURRENCY',
    fallback: DEFAULT_CURRENCY,
    meaning: `what all money is in: ${CURRENCY_CODES.join(', ')}; it cannot be changed once there is a customer`,
  },
  {
    name: 'TRIAL_CREDIT',
    fallback: '1',
    meaning: 'what a new customer may spend before the first payment, 0 to 1000 of CURRENCY, whatever it is',
  },
  {
    name: 'CONFIRM_ABOVE',
    fallback: '1000',
    meaning: 'credits and refunds by `portico` above this much of CURRENCY ask for a confirmation, or for `--yes`',
  },
  {
    name: 'API_PASSWORD',
    fallback: 'show',
    meaning: '`show` keeps API passwords sealed so that owners can look them up, `show-once` keeps none',
  },
  {
    name: 'UPSTREAM_URL',
    fallback: '',
    meaning: 'where calls of the data API go on to; without it the built-in sample source answers',
  },
  { name: 'UPSTREAM_AUTH', fallback: '', meaning: 'Authorization header sent there, such as `Basic …`' },
  { name: 'UPSTREAM_TIMEOUT_S', fallback: '120', meaning: 'a call that takes longer there is given up, 1 to 600' },
  {
    name: 'UPSTREAM_MAX_MB',
    fallback: '16',
    meaning: 'a longer answer from there is given up, 1 to 64; large ones are read one after the other',
  },
  {
    name: 'REQUEST_MAX_MB',
    fallback: '16',
    meaning: 'largest body of a request to a document that passes as it is, 1 to 20; a larger one is answered with 413',
  },
  {
    name: 'UPSTREAM_CUSTOMER_HEADER',
    fallback: 'x-customer-id',
    meaning:
      'header with the number of the login that asks, sent with calls of documents that speak no envelope; `off` sends none',
  },
  {
    name: 'UPSTREAM_REQUEST_HEADER',
    fallback: 'x-request-id',
    meaning: 'header with the id of the request, as the customer gets it, sent with the same calls; `off` sends none',
  },
  {
    name: 'TASK_DELAY_MS',
    fallback: '2000',
    meaning: 'how long a queued task waits at least; half of it at high priority',
  },
  {
    name: 'PARAMS_STORED_MB_PER_DAY',
    fallback: '64',
    meaning: 'how much of what a login asks is kept of a UTC day; of what comes then only field names and sizes',
  },
  {
    name: 'FREE_CALLS_PER_DAY',
    fallback: '100000',
    meaning:
      'calls that cost nothing (refused, sandbox, look-ups) a login leaves on record in a UTC day; ten more for each paid one',
  },
  {
    name: 'KEEP_PARAMS_DAYS',
    fallback: '30',
    meaning: 'how long what was asked in a call can be looked up, 1 to 3650',
  },
  { name: 'KEEP_ERRORS_DAYS', fallback: '180', meaning: 'how long errors can be looked up, 1 to 3650' },
  {
    name: 'KEEP_MAIL_DAYS',
    fallback: '30',
    meaning: 'how long mails and messages of alerts are kept after they were sent, 1 to 3650',
  },
  {
    name: 'KEEP_ADDRESSES_DAYS',
    fallback: 'for ever',
    meaning:
      'IP addresses of callers are erased from calls and errors after so many days, 7 to 3650; the books stay as they are',
  },
  {
    name: 'WEBHOOK_ALLOW_PRIVATE',
    fallback: 'off',
    meaning: '`on` lets webhooks go to private and loopback addresses, those of alerts over plain http too',
  },
  {
    name: 'SSO_ALLOW_PRIVATE',
    fallback: 'off',
    meaning:
      '`on` lets sign-in services that customers connect be at private and loopback addresses, over plain http too',
  },
  {
    name: 'DNS_SERVER',
    fallback: 'those of the system',
    meaning: 'address and port of the DNS server that is asked whose a domain is',
  },
  {
    name: 'BOT_CHECK',
    fallback: 'proof-of-work',
    meaning: '`proof-of-work` (self-hosted), `turnstile`, `recaptcha`, or `off` (not in production)',
  },
  { name: 'BOT_CHECK_SITE_KEY', fallback: '', meaning: 'site key of Turnstile or reCAPTCHA' },
  { name: 'BOT_CHECK_SECRET', fallback: '', meaning: 'secret key of Turnstile or reCAPTCHA' },
  {
    name: 'BOT_CHECK_URL',
    fallback: 'the service’s own',
    meaning: 'address that verifies Turnstile or reCAPTCHA answers',
  },
  { name: 'COMMUNITY_URL', fallback: '', meaning: 'where the community platform takes sign-ons; off without it' },
  { name: 'COMMUNITY_SECRET', fallback: '', meaning: 'key it shares with us, 32 characters or more' },
  {
    name: 'PAYMENTS',
    fallback: 'stripe with a key, else test in development and demo, else off',
    meaning:
      '`stripe`, `test` (a page of ours where anybody decides how a payment ends; in production only with `DEMO=on`) or `off`',
  },
  { name: 'STRIPE_SECRET_KEY', fallback: '', meaning: 'secret key of Stripe; with it PAYMENTS is `stripe`' },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    fallback: '',
    meaning: 'signing secrets of the webhook `/webhooks/stripe`, comma separated while one is replaced',
  },
  { name: 'STRIPE_API_HOST', fallback: 'https://api.stripe.com', meaning: 'address of Stripe’s API' },
  {
    name: 'VAT_CHECK',
    fallback: 'vies in production, else off',
    meaning: '`vies`: VAT numbers of the EU are checked with the register of the EU; `off`: for their form only',
  },
  {
    name: 'VAT_CHECK_URL',
    fallback: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
    meaning: 'address of that register',
  },
  {
    name: 'VAT_CHECK_DAYS',
    fallback: '90',
    meaning: 'days a number that was valid counts as valid while the register cannot be asked, 1 to 365',
  },
  {
    name: 'VAT_UNCHECKED',
    fallback: 'charge',
    meaning:
      'a number of the right form that the register could not be asked about: `charge` tax until it was checked, or `accept` it',
  },
  { name: 'GOOGLE_CLIENT_ID', fallback: '', meaning: 'sign-in with Google; off without it' },
  { name: 'GOOGLE_CLIENT_SECRET', fallback: '', meaning: 'goes with the id' },
  { name: 'GOOGLE_ISSUER', fallback: 'https://accounts.google.com', meaning: 'its OpenID issuer' },
  { name: 'GITHUB_CLIENT_ID', fallback: '', meaning: 'sign-in with GitHub; off without it' },
  { name: 'GITHUB_CLIENT_SECRET', fallback: '', meaning: 'goes with the id' },
  { name: 'GITHUB_URL', fallback: 'https://github.com', meaning: 'its authorization server' },
  { name: 'GITHUB_API_URL', fallback: 'https://api.github.com', meaning: 'its API' },
  { name: 'FACEBOOK_CLIENT_ID', fallback: '', meaning: 'sign-in with Facebook; off without it' },
  { name: 'FACEBOOK_CLIENT_SECRET', fallback: '', meaning: 'goes with the id' },
  { name: 'FACEBOOK_URL', fallback: 'https://www.facebook.com', meaning: 'its authorization server' },
  { name: 'FACEBOOK_GRAPH_URL', fallback: 'https://graph.facebook.com', meaning: 'its API' },
] as const

export type SettingName = (typeof SETTINGS)[number]['name']

export function fallbackOf(name: SettingName): string {
  return SETTINGS.find((one) => one.name === name)?.fallback ?? ''
}
