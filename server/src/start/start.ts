import { setCurrency } from '@portico/contract/currency.ts'
import type { Logger } from 'pino'
import { openCallers } from '#access/index.ts'
import { openAlertSender, signingSecrets } from '#alerts/index.ts'
import { attachDocuments, readBillingSettings } from '#billing/index.ts'
import { openEventSender } from '#business-events/index.ts'
import {
  type Catalogue,
  liveMenu,
  openCatalogue,
  openDocumentCache,
  readMenu,
  reportLeftOut,
  sellingOf,
  type UploadedFile,
} from '#catalogue/index.ts'
import { openKeyRing } from '#crypto/key-ring.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { readDatabases } from '#databases/index.ts'
import { openDatabaseClock } from '#db/database-clock.ts'
import { keepDemoAccount } from '#demo/index.ts'
import { type Env, settingsInForce } from '#env/env.ts'
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
import { keepCurrency } from '#ledger/books/index.ts'
import { openMeter } from '#ledger/index.ts'
import { openLive } from '#live/index.ts'
import { startMailWorker } from '#mail/index.ts'
import { openMovedDays } from '#moved-days/index.ts'
import { readNotices } from '#notices/index.ts'
import { openPayments } from '#payments/index.ts'
import { openPrices } from '#prices/index.ts'
import { readScripts } from '#scripts/index.ts'
import { type JobRun, openService } from '#service/index.ts'
import { openStatus } from '#status/index.ts'
import { readProducts, subscriptionEnds } from '#subscriptions/index.ts'
import { readUpdates } from '#updates/index.ts'
import { MENU_IDS } from '#users/index.ts'
import { openSites, readBrand, readPictures } from '#whitelabel/index.ts'
import { buildApp } from '../app.ts'
import { startJobs } from '../jobs.ts'
import { openLog } from '../log.ts'
import { paymentListeners } from '../payment-listeners.ts'
import { jobMetrics, productMetrics } from '../product-metrics.ts'
import { VERSION } from '../version.ts'
import { primaryCaughtUp } from './cluster.ts'
import { joinMetrics } from './cluster-metrics.ts'
import { openOperator, openOwnDatabase, openSharedDatabase, type Shared } from './installation.ts'
import { openPort } from './open-port.ts'
import { announceReady, warnOfSettings } from './start-messages.ts'

/** After this the process exits, whatever is left. */
const STOP_MS = 25_000

/** Starts in order and stops in reverse: after a failure or an end, everything that was opened is closed. */
export async function start(env: Env, shared?: Shared): Promise<{ log: Logger; delay: number; stop(): Promise<void> }> {
  setCurrency(env.currency)
  const log = openLog({ level: env.log_level, port: env.port })
  if (!shared) warnOfSettings(log)
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const brand = readBrand(env.provider_dir, env.public_url)
    const pictures = readPictures(env.provider_dir)
    const texts = readTexts(env.provider_dir)
    const parsed = openDocumentCache(env.data_dir)
    const openWith = (uploaded: UploadedFile[]) =>
      openCatalogue(env.provider_dir, brand.product, parsed, sellingOf(env), uploaded)
    const file_catalogue = openWith([])
    reportLeftOut(file_catalogue.left_out, log)
    const files = {
      planned: readNotices(env.provider_dir),
      updates: readUpdates(env.provider_dir),
      products: readProducts(env.provider_dir, file_catalogue),
      databases: readDatabases(env.provider_dir),
      scripts: readScripts(env),
      billing: readBillingSettings(env.provider_dir),
    }
    const readFrom = (of: Catalogue) => readMenu(env.provider_dir, of, brand.product, MENU_IDS)
    const first_menu = readFrom(file_catalogue)
    const build = await openWebBuild(env.web_dist, texts)
    const database = shared ? openSharedDatabase(shared, env, log) : await openOwnDatabase(env, log, undo)
    undo.push(() => database.close())
    parsed.save(log)
    await keepCurrency(database.db, env.currency)
    const clock = await openDatabaseClock(database.db, log)
    undo.push(() => clock.close())
    const folder = { file_catalogue, provider_dir: env.provider_dir, openWith }
    const prices = await openPrices({ db: database.db, log }, folder)
    undo.push(() => prices.close())
    const { catalogue } = prices
    const menu = liveMenu(catalogue, { first: first_menu, readFrom, log })
    const keys = await openKeyRing(database.db, env)
    const base = {
      db: database.db,
      readAs: database.readAs,
      ...(database.replicas && { replicas: database.replicas }),
      env,
      keys,
      log,
      clock,
      brand,
      catalogue,
      origin: env.public_url,
      menu,
      pictures,
      bucket: env.files && openFileBucket(env.files, clock),
      ...files,
    }
    const sites = openSites(base, brand)
    const ctx: Ctx = {
      ...base,
      moved: openMovedDays(base),
      subscriptionEnds,
      sites,
      botCheck: openBotCheck(base),
      oauth: openOAuth(env, log),
      sso: openSso(env, log),
      records: openDomainRecords(env.dns_server),
      payments: await openPayments(base, { listeners: paymentListeners }),
    }
    if (env.production && !env.smtp_url) log.warn('SMTP_URL is not set: mails are written to files and not sent')
    if (env.production && !env.staff_url)
      log.warn('STAFF_URL is not set: staff sign in on the host of customers, with password and second factor')
    const mailer = openMailer(env)
    undo.push(() => mailer.close())
    const worker = startMailWorker(ctx, mailer, attachDocuments(ctx))
    undo.push(() => worker.stop())
    const sender = openAlertSender(ctx)
    undo.push(() => sender.close())
    undo.push(sender.start())
    const events = openEventSender(ctx)
    undo.push(() => events.close())
    undo.push(events.start())
    if (env.demo) await keepDemoAccount(ctx)
    const access = shared ? shared.operator : openOperator(env, undo)
    const state = { stopping: false }
    const about = {
      version: VERSION,
      database: env.database_url ? 'given' : 'embedded',
      embedded: database.embedded,
      started: clock.now(),
    }
    const { stored, booking_timeout_ms: timeout_ms } = ctx.env
    const meter = openMeter(ctx, { stored, timeout_ms, leases: { listen: database.listen } })
    undo.push(() => meter.close())
    // One process alone uses the embedded database, unless there are several workers.
    const is_alone = database.embedded && !shared
    const metrics = openMetrics(productMetrics(ctx, { version: VERSION, ...database }), shared && joinMetrics)
    const status = openStatus(ctx)
    undo.push(() => status.flush().catch((error) => log.warn({ err: error }, 'counted answers are lost')))
    const gatewayParts = { catalogue, meter, callers: openCallers(ctx), is_alone, metrics, countAnswer: status.count }
    const gateway = await openGateway(ctx, { ...gatewayParts, signingSecrets: (login) => signingSecrets(ctx, login) })
    undo.push(() => gateway.close())
    const service = openService(ctx, { metrics, gateway, version: VERSION })
    undo.push(() => service.flush().catch((error) => log.warn({ err: error }, 'counted calls are lost')))
    undo.push(gateway.startWorkers())
    const live = openLive(ctx, database.listen)
    const tracer = await openTracer(env, log)
    undo.push(() => tracer?.close())
    const parts = { prices, gateway, status, live, build, operator_token: access.token, about, state, metrics, tracer }
    const app = await buildApp(ctx, parts)
    const connections = trackConnections(app.server)
    undo.push(async () => {
      const closing = app.close()
      const drained = connections.drain()
      await closing
      drained()
    })
    const countJob = jobMetrics(ctx, metrics)
    const onRun = (job: string, run: JobRun) => {
      countJob(job, run)
      service.note(job, run)
    }
    undo.push(startJobs(ctx, gateway, onRun, { status, service }))
    if (!shared) undo.push(await serveMetrics(env, metrics))
    await openPort(app, env)
    undo.push(async () => {
      state.stopping = true
      if (env.drain_delay_ms > 0) await connections.retire(env.drain_delay_ms, primaryCaughtUp)
    })
    log.info({ version: VERSION, node: process.versions.node, settings: settingsInForce() }, 'started')
    if (!env.production && !shared) announceReady(env.public_url.origin, env.demo)
    return { log, delay: STOP_MS + env.drain_delay_ms, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Loaded only where traces are enabled. */
async function openTracer({ traces }: Env, log: Logger) {
  if (!traces) return undefined
  const { openTraceExporter } = await import('#integrations/otlp.ts')
  return openTraceExporter(traces, VERSION, log)
}
