import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import { readBillingSettings } from '#billing/index.ts'
import { openKeys } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { createPool } from '#db/pool.ts'
import type { Tables } from '#db/tables.ts'
import { readEnv } from '#env/env.ts'
import { openPayments } from '#payments/index.ts'
import { rechargeListener, runRecharges } from '#recharge/index.ts'
import { openSites, readBrand } from '#whitelabel/index.ts'

/**
 * A separate server process that runs auto-recharge once and is killed at its n-th step, without any clean-up.
 * Ends with 0 if there are fewer steps.
 */
const [url = '', data_dir = '', now_ms = '', last = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const pool = createPool(url, log, 3)
const env = readEnv({
  NODE_ENV: 'test',
  DATA_DIR: data_dir,
  BOT_CHECK: 'off',
  SECRET: 'a secret of the tests, long enough',
})
const base = {
  db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
  env,
  keys: openKeys(data_dir, env.secret),
  log,
  clock: { now: () => new Date(Number(now_ms)) },
  origin: env.public_url,
  brand: readBrand(env.provider_dir),
  billing: readBillingSettings(env.provider_dir),
}
let steps = 0
const onStep = () => {
  steps += 1
  if (steps === Number(last)) process.kill(process.pid, 'SIGKILL')
}
// The only parts of the context that are used while nothing is mailed.
const ctx = {
  ...base,
  sites: openSites(base, base.brand),
  payments: await openPayments(base, { listeners: [rechargeListener], onStep }),
} as unknown as Ctx
await runRecharges(ctx)
await pool.end()
