import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openKeys } from '#crypto/keys.ts'
import type { Site } from '#ctx/ctx.ts'
import { readEnv } from '#env/env.ts'
import type { WorkerCtx } from '#mail/deliver.ts'
import { SAMPLES, SITE } from '#mail/samples.ts'
import { readBrand } from '#whitelabel/index.ts'
import { openTestDatabase } from '../db/database.ts'

export const TEST_SETTINGS = {
  NODE_ENV: 'test',
  SECRET: 'a secret of the tests, long enough',
  PUBLIC_URL: 'https://dashboard.example.com',
  MAIL_FROM: 'no-reply@mail.example.com',
}

export { SAMPLES, SITE }

/** The mail module alone on a real database, with a clock that only moves when a test moves it. Close it at the end. */
export async function openMailTest(settings: Record<string, string> = {}) {
  const database = await openTestDatabase()
  const data_dir = mkdtempSync(join(tmpdir(), 'mail-test-'))
  const env = readEnv({ ...TEST_SETTINGS, DATA_DIR: data_dir, ...settings })
  const log_lines: string[] = []
  let now = new Date('2026-03-02T10:00:00.000Z').getTime()
  const ctx: WorkerCtx = {
    db: database.db,
    env,
    keys: openKeys(data_dir, env.secret),
    brand: readBrand(env.provider_dir),
    origin: env.public_url,
    clock: { now: () => new Date(now) },
    log: pino({ level: 'debug', base: null }, { write: (line) => log_lines.push(line) }),
  }
  const serves = { staff: true, customers: true }
  const site: Site = { wl_id: 0, origin: ctx.origin, brand: ctx.brand, serves }
  return {
    ctx,
    site,
    database,
    data_dir,
    log_lines,
    forward: (ms: number) => {
      now += ms
    },
    close: async () => {
      await database.close()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

export type MailTest = Awaited<ReturnType<typeof openMailTest>>
