import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setCurrency } from '@portico/contract/currency.ts'
import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import { isLanguage } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import type { ProblemBody } from '@portico/contract/problem-body.ts'
import type { Product } from '@portico/contract/product.ts'
import type { StaffRole } from '@portico/contract/staff-permissions.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import { pino } from 'pino'
import { openCallers } from '#access/index.ts'
import { signingSecrets } from '#alerts/index.ts'
import { hashPassword } from '#auth/index.ts'
import { readBillingSettings } from '#billing/index.ts'
import { type Catalogue, liveMenu, openCatalogue, readMenu, sellingOf, type UploadedFile } from '#catalogue/index.ts'
import { openKeys } from '#crypto/keys.ts'
import type { Ctx, PaymentListener, Payments } from '#ctx/ctx.ts'
import { readDatabases } from '#databases/index.ts'
import { type Env, readEnv } from '#env/env.ts'
import { openGateway } from '#gateway/index.ts'
import { escapeHtml } from '#http/document.ts'
import { openMetrics } from '#http/metrics.ts'
import { type ProviderTexts, readTexts, withTexts } from '#http/provider-texts.ts'
import type { Timeouts } from '#http/timeouts.ts'
import type { WebBuild } from '#http/web-build.ts'
import { openBotCheck } from '#integrations/bot-check.ts'
import { openDomainRecords } from '#integrations/domain-records.ts'
import { openFileBucket } from '#integrations/file-bucket.ts'
import { openOAuth } from '#integrations/oauth.ts'
import { openTraceExporter } from '#integrations/otlp.ts'
import { openSso } from '#integrations/sso.ts'
import { openMeter } from '#ledger/index.ts'
import { openLive } from '#live/index.ts'
import { openMovedDays } from '#moved-days/index.ts'
import { readNotices } from '#notices/index.ts'
import { openPayments } from '#payments/index.ts'
import { openPrices, type PriceTiming } from '#prices/index.ts'
import { readScripts } from '#scripts/index.ts'
import { openService } from '#service/index.ts'
import { openStatus } from '#status/index.ts'
import { readProducts, subscriptionEnds } from '#subscriptions/index.ts'
import { readUpdates } from '#updates/index.ts'
import { createUser, MENU_IDS } from '#users/index.ts'
import { openSites, readBrand, readPictures } from '#whitelabel/index.ts'
import { buildApp } from '../app.ts'
import { paymentListeners } from '../payment-listeners.ts'
import { productMetrics } from '../product-metrics.ts'
import { giveTestDetails } from './billing/details.ts'
import { type App, asAnswer, asSent, type Headers, openBrowser, request, TEST_PASSWORD } from './browser.ts'
import { pricedOnce } from './catalogue/priced-once.ts'
import { openTestDatabase, type TestDatabase, type TestDatabaseOptions } from './db/database.ts'
import type { TestServer } from './db/server.ts'
import { allMail } from './mail-store.ts'
import { codeAt } from './staff.ts'

export const TEST_START = new Date('2026-03-02T10:00:00.000Z')
const OPERATOR_TOKEN = 'the-operator-token-of-the-tests'

export interface TestAppOptions {
  /** Settings as an operator writes them, merged over the defaults of the tests. */
  settings?: Record<string, string>
  brand?: Partial<Brand>
  live?: { beat_ms: number }
  timeouts?: Timeouts
  /** Payment listeners in addition to the product's, and a function called before each step of a payment. */
  listeners?: PaymentListener[]
  onStep?: Payments['onStep']
  /** The subscription plans, replacing the provider's file. */
  products?: Product[]
  /** The interval at which instances check for new prices. */
  price_timing?: PriceTiming
  /** The server to create the database on, outside of a test run. */
  server?: TestServer
  /** Addresses of servers that follow that one, which answer what only reads. */
  replicas?: string[]
  has_own_waits?: TestDatabaseOptions['has_own_waits']
  /** Runs before the first request: a test may mount its own routes. */
  prepare?(app: App, ctx: Ctx): unknown
}

interface Shared {
  database: TestDatabase
  data_dir: string
  clock: ReturnType<typeof movableClock>
}

/** The real app on a real database, with a clock that only moves when a test moves it. Close it at the end. */
export async function openTestApp(options: TestAppOptions = {}) {
  const data_dir = mkdtempSync(join(tmpdir(), 'portico-app-'))
  const database = await openTestDatabase(options.server, options)
  const first = await startApp({ database, data_dir, clock: movableClock() }, options)
  const apps = [first.app]
  return {
    ...first,
    /** Another process, or this one after a restart, on the same database, secrets and clock. */
    async sibling(other: TestAppOptions = {}) {
      const next = await startApp(first, { ...options, ...other })
      apps.push(next.app)
      return next
    },
    async close() {
      for (const app of apps) await app.close()
      await database.close()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>

async function startApp(shared: Shared, options: TestAppOptions) {
  const { settings, brand, live, timeouts, prepare, listeners = [], onStep, products, price_timing } = options
  const { database, data_dir, clock } = shared
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: data_dir,
    BOT_CHECK: 'off',
    SECRET: 'a secret of the tests, long enough',
    // Generous timeouts, so that a busy machine does not cause failures.
    BOOKING_TIMEOUT_MS: '15000',
    ...settings,
  })
  setCurrency(env.currency)
  const log_lines: string[] = []
  const base = {
    db: database.db,
    readAs: database.readAs,
    ...(database.replicas && { replicas: database.replicas }),
    env,
    keys: openKeys(data_dir, env.secret),
    log: pino({ level: 'debug', base: null }, { write: (line) => log_lines.push(line) }),
    clock,
    brand: { ...readBrand(env.provider_dir, env.public_url), ...brand },
    origin: env.public_url,
    planned: readNotices(env.provider_dir),
    updates: readUpdates(env.provider_dir),
    products: products ?? readProducts(env.provider_dir, theCatalogue(env)),
    databases: readDatabases(env.provider_dir),
    scripts: readScripts(env),
    billing: readBillingSettings(env.provider_dir),
    pictures: readPictures(env.provider_dir),
    bucket: env.files && openFileBucket(env.files, clock),
  }
  const prices = await openPrices(
    base,
    { file_catalogue: theCatalogue(env), provider_dir: env.provider_dir, openWith: (files) => withFiles(env, files) },
    price_timing,
  )
  const { catalogue } = prices
  const readFrom = (of: Catalogue) => readMenu(env.provider_dir, of, 'portico', MENU_IDS)
  const menu = liveMenu(catalogue, { first: readFrom(theCatalogue(env)), readFrom, log: base.log })
  const sites = openSites(base, base.brand)
  const ctx: Ctx = {
    ...base,
    menu,
    catalogue,
    sites,
    botCheck: openBotCheck(base),
    oauth: openOAuth(env, base.log),
    sso: openSso(env, base.log),
    records: openDomainRecords(env.dns_server),
    moved: openMovedDays(base),
    subscriptionEnds,
    payments: await openPayments(base, { listeners: [...paymentListeners, ...listeners], onStep, retries: 0 }),
  }
  const state = { stopping: false }
  const about = { version: 'test', database: 'embedded', embedded: database.embedded, started: clock.now() }
  const meter = openMeter(ctx, { stored: env.stored, timeout_ms: env.booking_timeout_ms })
  const metrics = openMetrics(productMetrics(ctx, { version: 'test', ...database }))
  const status = openStatus(ctx)
  const gateway = await openGateway(ctx, {
    catalogue,
    meter,
    callers: openCallers(ctx),
    is_alone: false,
    metrics,
    countAnswer: status.count,
    signingSecrets: (login_id) => signingSecrets(ctx, login_id),
  })
  const service = openService(ctx, { metrics, gateway, version: 'test' })
  const tracer = env.traces && openTraceExporter(env.traces, 'test', ctx.log)
  const app = await buildApp(ctx, {
    tracer,
    prices,
    gateway,
    status,
    live: openLive(ctx, database.listen, live),
    build: stubBuild(data_dir, readTexts(env.provider_dir)),
    operator_token: OPERATOR_TOKEN,
    about,
    state,
    metrics,
    ...(timeouts && { timeouts }),
  })
  app.addHook('onClose', async () => {
    prices.close()
    await tracer?.close()
    await gateway.close()
    await meter.close()
  })
  await prepare?.(app, ctx)
  await app.ready()
  const browser = ({ ip, site, user_agent }: { ip?: string; site?: URL; user_agent?: string } = {}) =>
    openBrowser(app, site ?? env.public_url, ip ?? '198.51.100.1', user_agent)
  let visitors = 0
  /** A visitor of a page, at an address of their own. */
  const visitor = async (path = '/signin') => {
    visitors += 1
    const own = browser({ ip: `198.51.100.${visitors % 250}` })
    await own.open(path)
    return own
  }
  /** The browser of a user who has signed in with the password of the tests. */
  const signedIn = async (email: string, more?: Parameters<typeof browser>[0]) => {
    const own = browser(more)
    await own.signIn(email)
    return own
  }
  const asOperator = async <E extends Endpoint>(endpoint: E, input: Sent<E>, headers: Headers = {}) => {
    const authorization = `Bearer ${OPERATOR_TOKEN}`
    const reply = await request(app, { ...asSent(endpoint, input), headers: { authorization, ...headers } })
    return asAnswer<Output<E> | ProblemBody>(reply)
  }
  const addUser = async (given: { email: string; name?: string; password?: string; can_pay?: boolean }) => {
    const { can_pay = false, ...user } = given
    const made = await createUser(ctx, {
      ...user,
      password_hash: await hashPassword(ctx, given.password ?? TEST_PASSWORD),
    })
    if (can_pay) await giveTestDetails(ctx, made.id)
    return made
  }
  return {
    app,
    ctx,
    meter,
    gateway,
    status,
    service,
    prices,
    clock,
    database,
    data_dir,
    state,
    /** Every line of the log, as written. */
    log_lines,
    operator_token: OPERATOR_TOKEN,
    browser,
    signedIn,
    visitor,
    operator: asOperator,
    /** Queued mail, oldest first. */
    mails: async (to?: string) => {
      const all = await allMail(database.db)
      return all.filter((mail) => to === undefined || mail.to_address === to)
    },
    addUser,
    /** An account with a password that the operator has made staff, and the current code of its authenticator app. */
    addStaff: async ({ role, ...given }: { email: string; name?: string; role?: StaffRole }) => {
      const { id, email } = await addUser(given)
      const { status, body } = await asOperator(operator.addStaff, { email, ...(role && { role }), by: 'test' })
      if (!('key' in body)) throw new Error(`staff add answered ${status}`)
      const code = () => codeAt(body.key, clock.now())
      return {
        ...body,
        id,
        code,
        /** Signs in with the code of the next half minute, as the current one may have been used. */
        signedIn: async (more: { ip?: string; site?: URL } = {}) => {
          clock.forward(30_000)
          const own = browser(more)
          await own.signInStaff(email, code())
          return own
        },
      }
    },
  }
}

function withFiles(env: Env, files: UploadedFile[]): Catalogue {
  const { provider_dir } = env
  return openCatalogue(provider_dir, readBrand(provider_dir).product, undefined, sellingOf(env), files)
}

/** Read once for all tests, as nothing changes it. */
const catalogues = new Map<string, Catalogue>()
function theCatalogue(env: Env): Catalogue {
  const { provider_dir } = env
  const selling = sellingOf(env)
  const key = JSON.stringify([provider_dir, selling])
  const known =
    catalogues.get(key) ?? pricedOnce(openCatalogue(provider_dir, readBrand(provider_dir).product, undefined, selling))
  catalogues.set(key, known)
  return known
}

function movableClock() {
  let now = TEST_START.getTime()
  return {
    now: () => new Date(now),
    forward: (ms: number) => {
      now += ms
    },
  }
}

/** Replaces the web build: three files and a page that shows its URL; below /no/ there is no page. */
function stubBuild(data_dir: string, texts: ProviderTexts): WebBuild {
  const root = join(data_dir, 'web')
  mkdirSync(join(root, 'assets/i18n'), { recursive: true })
  writeFileSync(join(root, 'assets/app-0a1b2c3d.js'), 'export {}')
  writeFileSync(join(root, 'assets/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, 'assets/i18n/en.json'), '{}')
  const entry = '/assets/app-0a1b2c3d.js'
  return {
    root,
    entry,
    own_messages: new Map([...texts].map(([language, own]) => [language, withTexts({}, own)])),
    messages: { en: '11111111', ru: '22222222', de: '33333333', es: '44444444', fr: '55555555' },
    console: { entry: '/assets/operator-0a1b2c3d.js', scripts: [], styles: [], messages: { en: '66666666' } },
    titleIn: (language, title) => (isLanguage(language) && texts.get(language)?.[title]) || title,
    styleText: () => 'body{margin:0}',
    filesOf: () => ({ scripts: [entry], styles: ['/assets/app-0a1b2c3d.css'] }),
    templateOf: (url) => url,
    busyTexts: () => ({ title: 'We will be right back', text: 'Busy.', again: 'Try again' }),
    draw: async (url, boot) => ({
      sources: [],
      title: boot.brand.title,
      is_missing: /^\/(404|no\/)/.test(url),
      html: `<main>${escapeHtml(url)}</main>`,
    }),
  }
}
