import { setCurrency } from '@portico/contract/currency.ts'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { openCallers } from '#access/index.ts'
import { openAlertSender, signingSecrets } from '#alerts/index.ts'
import { attachDocuments, readBillingSettings } from '#billing/index.ts'
import { openCatalogue, openDocumentCache, readMenu, reportLeftOut, sellingOf } from '#catalogue/index.ts'
import { openKeyRing } from '#crypto/key-ring.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { readDatabases } from '#databases/index.ts'
import { openDatabaseClock } from '#db/database-clock.ts'
import { openAsApp, openDatabase } from '#db/db.ts'
import { openDataDir } from '#db/embedded/data-dir.ts'
import { migrate } from '#db/migrate.ts'
import { SCHEMA } from '#db/schema-folders.ts'
import { isStartProblem, startProblem } from '#db/start-problem.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, keepDemoAccount } from '#demo/index.ts'
import { type Env, environmentNames, isProduction, readEnv, settingsInForce } from '#env/env.ts'
import { misspeltSettings } from '#env/misspelt.ts'
import { renamedSettings } from '#env/renamed.ts'
import { openGateway } from '#gateway/index.ts'
import { trackConnections } from '#http/drain.ts'
import { openMetrics, serveMetrics } from '#http/metrics.ts'
import { readTexts } from '#http/provider-texts.ts'
import { openWebBuild } from '#http/web-build.ts'
import { openBotCheck } from '#integrations/bot-check.ts'
import { openDomainRecords } from '#integrations/domain-records.ts'
import { openFileBucket } from '#integrations/file-bucket.ts'
import { openMailer } from '#integrations/mail.ts'
import { openOAuth } from '#integrations/oauth.ts'
import { openSso } from '#integrations/sso.ts'
import { keepCurrency, openMeter } from '#ledger/index.ts'
import { openLive } from '#live/index.ts'
import { startMailWorker } from '#mail/index.ts'
import { readNotices } from '#notices/index.ts'
import { openOperatorAccess, ownAddress } from '#operator/token.ts'
import { openPayments } from '#payments/index.ts'
import { openPrices } from '#prices/index.ts'
import { readScripts } from '#scripts/index.ts'
import { readProducts } from '#subscriptions/index.ts'
import { readUpdates } from '#updates/index.ts'
import { MENU_IDS } from '#users/index.ts'
import { openSites, readBrand, readPictures } from '#whitelabel/index.ts'
import { buildApp } from './app.ts'
import { startJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { paymentListeners } from './payment-listeners.ts'
import { jobMetrics, productMetrics } from './product-metrics.ts'
import { VERSION } from './version.ts'

/** Then the process ends, whatever is left. */
const STOP_MS = 25_000

/** Start in order, undo in reverse: whatever fails or ends, what was opened is closed. */
async function start(): Promise<{ log: Logger; delay: number; stop(): Promise<void> }> {
  const env = readEnv()
  setCurrency(env.currency)
  const log = openLog({ level: env.log_level, port: env.port })
  for (const { name, meant } of misspeltSettings(environmentNames()))
    log.warn(`${name} is no setting; is ${meant} meant?`)
  for (const line of renamedSettings(environmentNames())) log.warn(line)
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const brand = readBrand(env.provider_dir, env.public_url)
    const pictures = readPictures(env.provider_dir)
    const texts = readTexts(env.provider_dir)
    const parsed = openDocumentCache(env.data_dir)
    const file_catalogue = openCatalogue(env.provider_dir, brand.product, parsed, sellingOf(env))
    reportLeftOut(file_catalogue.left_out, log)
    const files = {
      planned: readNotices(env.provider_dir),
      updates: readUpdates(env.provider_dir),
      products: readProducts(env.provider_dir, file_catalogue),
      databases: readDatabases(env.provider_dir),
      scripts: readScripts(env),
      billing: readBillingSettings(env.provider_dir),
    }
    const menu = readMenu(env.provider_dir, file_catalogue, brand.product, MENU_IDS)
    const build = await openWebBuild(env.web_dist, texts)
    const folder = openDataDir(env.data_dir, log)
    parsed.save(log)
    undo.push(() => folder.release())
    const { database_url: databaseUrl, database_owner_url: ownerUrl } = env
    const owned = await openDatabase({ databaseUrl, ownerUrl, dataDir: env.data_dir, log })
    undo.push(() => owned.close())
    await migrate(owned.pool, SCHEMA, log)
    const database = await openAsApp(owned, log)
    undo.push(() => database.close())
    await keepCurrency(database.db, env.currency)
    const clock = await openDatabaseClock(database.db, log)
    undo.push(() => clock.close())
    const prices = await openPrices({ db: database.db, log }, { file_catalogue, provider_dir: env.provider_dir })
    undo.push(() => prices.close())
    const { catalogue } = prices
    const keys = await openKeyRing(database.db, env)
    const base = {
      db: database.db,
      readAs: database.readAs,
      env,
      keys,
      log,
      clock,
      brand,
      origin: env.public_url,
      menu,
      pictures,
      ...files,
    }
    const sites = openSites(base, brand)
    const ctx: Ctx = {
      ...base,
      sites,
      botCheck: openBotCheck(base),
      oauth: openOAuth(env, log),
      sso: openSso(env, log),
      records: openDomainRecords(env.dns_server),
      bucket: env.files && openFileBucket(env.files, clock),
      payments: await openPayments(base, { listeners: paymentListeners }),
    }
    if (env.production && !env.smtp_url) log.warn('SMTP_URL is not set: mails are written to files and reach nobody')
    if (env.production && !env.staff_url)
      log.warn('STAFF_URL is not set: staff sign in on the host of customers, with password and second factor')
    const mailer = openMailer(env)
    undo.push(() => mailer.close())
    const worker = startMailWorker(ctx, mailer, attachDocuments(ctx, catalogue))
    undo.push(() => worker.stop())
    const sender = openAlertSender(ctx)
    undo.push(() => sender.close())
    undo.push(sender.start())
    if (env.demo) await keepDemoAccount(ctx, catalogue)
    const access = openOperatorAccess(env, ownAddress(env))
    undo.push(() => access.close())
    const state = { stopping: false }
    const about = {
      version: VERSION,
      database: env.database_url ? 'given' : 'embedded',
      embedded: database.embedded,
      started: clock.now(),
    }
    const meter = openMeter(ctx, { stored: ctx.env.stored, timeout_ms: ctx.env.booking_timeout_ms })
    undo.push(() => meter.close())
    // Our own database is held by one process at a time.
    const is_alone = database.embedded
    const metrics = openMetrics(productMetrics(ctx, { version: VERSION, pool: database.pool }))
    const gatewayParts = { catalogue, meter, callers: openCallers(ctx), is_alone, metrics }
    const gateway = await openGateway(ctx, { ...gatewayParts, signingSecrets: (login) => signingSecrets(ctx, login) })
    undo.push(() => gateway.close())
    undo.push(gateway.startWorkers())
    const live = openLive(ctx, catalogue, database.listen)
    const tracer = await openTracer(env, log)
    undo.push(() => tracer?.close())
    const parts = { prices, gateway, live, build, operator_token: access.token, about, state, metrics, tracer }
    const app = await buildApp(ctx, parts)
    const connections = trackConnections(app.server)
    undo.push(async () => {
      const closing = app.close()
      const drained = connections.drain()
      await closing
      drained()
    })
    undo.push(startJobs(ctx, gateway, jobMetrics(ctx, metrics)))
    undo.push(await serveMetrics(env, metrics))
    await app.listen({ port: env.port, host: env.host }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        throw startProblem(`Port ${env.port} on ${env.host} is taken. Stop what runs there or set PORT.`)
      if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        throw startProblem(
          `Cannot listen on ${env.host}:${env.port} (${error.code}). Set HOST and PORT to an address of this machine.`,
        )
      throw error
    })
    undo.push(async () => {
      state.stopping = true
      if (env.drain_delay_ms > 0) await connections.retire(env.drain_delay_ms)
    })
    log.info({ version: VERSION, node: process.versions.node, settings: settingsInForce() }, 'started')
    if (!env.production) say(env.public_url.origin, env.demo)
    return { log, delay: STOP_MS + env.drain_delay_ms, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Read only where traces are wanted. */
async function openTracer({ traces }: Env, log: Logger) {
  if (!traces) return undefined
  const { openTraceExporter } = await import('#integrations/otlp.ts')
  return openTraceExporter(traces, VERSION, log)
}

/** For a person at a terminal one line of text, for a log in production one of JSON. */
function tellStartProblem(error: unknown): void {
  const reason = isStartProblem(error) ? error.message : undefined
  if (!isProduction()) console.error(reason === undefined ? error : `portico: ${reason}`)
  else openLog({ level: 'fatal', port: 0 }).fatal(reason === undefined ? { err: error } : { reason }, 'cannot start')
}

function say(url: string, demo: boolean): void {
  console.log(`\n  Portico is ready:  ${url}`)
  if (demo) console.log(`  Demo account:      ${DEMO_EMAIL}   password  ${DEMO_PASSWORD}`)
  console.log('  Operator:          npm run -s portico -- --help\n')
}

try {
  const { log, delay, stop } = await start()
  closeWithGrace({ delay, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info({ reason: signal ?? 'asked to' }, 'stopping')
    await stop()
    log.info('stopped')
  })
} catch (error) {
  tellStartProblem(error)
  process.exit(1)
}
