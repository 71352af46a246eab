import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { readBillingSettings } from '#billing/index.ts'
import { openKeys } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { openAddresses } from '#db/db.ts'
import { readEnv } from '#env/env.ts'
import { openBotCheck } from '#integrations/bot-check.ts'
import { openDomainRecords } from '#integrations/domain-records.ts'
import { openOAuth } from '#integrations/oauth.ts'
import type { PaymentStep } from '#integrations/payment-processor.ts'
import { openSso } from '#integrations/sso.ts'
import { openMovedDays } from '#moved-days/index.ts'
import { openPayments } from '#payments/index.ts'
import { webhookRoutes } from '#payments/webhook-routes.ts'
import { readScripts } from '#scripts/index.ts'
import { MENU_AS_IT_COMES } from '#users/modules.ts'
import { openSites, readBrand } from '#whitelabel/index.ts'
import { bookkeeper, type OrderScript, runScript } from './crash.ts'

export interface ChildTask {
  url: string
  stripe_url: string
  settings: Record<string, string>
  now: string
  /** The step at which it dies, and how often that step is passed before. */
  step: PaymentStep
  nth: number
  script: OrderScript
}

/** A process that tests and proofs kill with `kill -9` at a step of an order; it exits normally when it never reached the step. */
async function run({ url, stripe_url, settings, now, step, nth, script }: ChildTask) {
  const log = pino({ level: 'silent' })
  const data_dir = mkdtempSync(join(tmpdir(), 'portico-child-'))
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: data_dir,
    SECRET: 'a secret of the tests, long enough',
    ...settings,
  })
  const database = openAddresses({ app: url, reader: undefined }, log, { embedded: false, max: 3 })
  let left = nth
  const onStep = (name: PaymentStep) => {
    if (name !== step) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
  const base = {
    db: database.db,
    readAs: database.readAs,
    env,
    keys: openKeys(data_dir, env.secret),
    log,
    clock: { now: () => new Date(now) },
    brand: readBrand(env.provider_dir),
    origin: env.public_url,
    planned: [],
    updates: [],
    scripts: readScripts(env),
    billing: readBillingSettings(env.provider_dir),
    menu: MENU_AS_IT_COMES,
    pictures: [],
    bucket: undefined,
    products: [],
    databases: [],
    // Payments read no catalogue, and to open one takes long.
    catalogue: undefined as never,
  }
  const ctx: Ctx = {
    ...base,
    sites: openSites(base, base.brand),
    botCheck: openBotCheck(base),
    oauth: openOAuth(env, log),
    sso: openSso(env, log),
    records: openDomainRecords(env.dns_server),
    moved: openMovedDays(base),
    subscriptionEnds: async () => ({}),
    payments: await openPayments(base, { listeners: [bookkeeper], onStep, retries: 0 }),
  }
  const app = Fastify()
  webhookRoutes(app, ctx)
  await app.ready()
  const post = (path: string, payload: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: path, payload, headers })
  await runScript(ctx, stripe_url, post, script)
  process.exit(0)
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '{}'))
