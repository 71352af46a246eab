import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openKeys } from '#crypto/keys.ts'
import type { Site } from '#ctx/ctx.ts'
import { readEnv } from '#env/env.ts'
import type { WorkerCtx } from '#mail/deliver.ts'
import type { MailData, Template } from '#mail/templates.ts'
import { readBrand } from '#whitelabel/index.ts'
import { openTestDatabase } from '../db/database.ts'
import { ALERT_SAMPLES, SITE } from './alert-samples.ts'

export const TEST_SETTINGS = {
  NODE_ENV: 'test',
  SECRET: 'a secret of the tests, long enough',
  PUBLIC_URL: 'https://dashboard.example.com',
  MAIL_FROM: 'no-reply@mail.example.com',
}

export { SITE }

const DOCUMENT = {
  name: 'Ann Lee',
  number: 'INV-2026-00042',
  document_id: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
  total_micros: 119_000_000,
  link: `${SITE}/users/getrows`,
}

/** One mail of each kind, with values that are recognisable in its text. */
export const SAMPLES: { [T in Template]: MailData<T> } = {
  activation: {
    name: 'Ann Lee',
    code: 'K7MQ2X',
    code_minutes: 10,
    link: `${SITE}/activate_fast/u1/activation-secret`,
    link_hours: 24,
  },
  confirm_again: { name: 'Ann Lee', link: `${SITE}/activate_fast/u1/again-secret`, link_hours: 24 },
  already_registered: { name: 'Ann Lee', sign_in_link: `${SITE}/signin`, forgot_link: `${SITE}/forgot-password` },
  reset: { name: 'Ann Lee', link: `${SITE}/reset-password/u1/reset-secret?a=1&b=2`, minutes: 60 },
  password_changed: { name: 'Ann Lee', at: '2026-03-02T09:15:00.000Z', forgot_link: `${SITE}/forgot-password` },
  invitation: {
    team: 'Blue Team',
    inviter: 'Bob Ray',
    role: 'developer',
    link: `${SITE}/accept-invitation?pid=7&pt=invitation-secret`,
    days: 7,
  },
  sign_in_link: { name: 'Ann Lee', link: `${SITE}/login_onetime/u1/sign-in-secret`, minutes: 10 },
  impersonation_notice: { name: 'Ann Lee', staff: 'Sue Fox', reason: 'Ticket 4711', at: '2026-03-02T09:15:00.000Z' },
  team_joined: { name: 'Ann Lee', member: 'Bob Ray', member_email: 'bob.ray@example.com', role: 'finance' },
  key_expires: { name: 'Ann Lee', key: 'CI', login: 'ann', at: '2026-03-02T09:15:00.000Z', link: `${SITE}/api-access` },
  credentials_link: { name: 'Ann Lee', login: 'ann@example.com', link: `${SITE}/api-access` },
  identity_linked: { name: 'Ann Lee', provider: 'github', at: '2026-03-02T09:15:00.000Z' },
  link_first: {
    name: 'Ann Lee',
    provider: 'github',
    sign_in_link: `${SITE}/signin`,
    forgot_link: `${SITE}/forgot-password`,
  },
  sign_in_stopped: { name: 'Ann Lee', at: '2026-03-02T09:15:00.000Z', forgot_link: `${SITE}/forgot-password` },
  invoice: { ...DOCUMENT, invoice_number: '' },
  credit_note: { ...DOCUMENT, number: 'CN-2026-00003', invoice_number: 'INV-2026-00042' },
  proforma: { ...DOCUMENT, number: 'PF-2026-00007', reference: 'PAY-7K3MQ2XA9TZ4', until: '2026-04-01T09:15:00.000Z' },
  fee_note: { ...DOCUMENT, number: 'FEE-2026-00001', reference: 'PAY-7K3MQ2XA9TZ4' },
  fee_credit: { ...DOCUMENT, number: 'FEC-2026-00001', invoice_number: 'FEE-2026-00001' },
  factor_on: { name: 'Ann Lee', at: '2026-03-02T09:15:00.000Z', forgot_link: `${SITE}/forgot-password` },
  factor_off: { name: 'Ann Lee', at: '2026-03-02T09:15:00.000Z', forgot_link: `${SITE}/forgot-password` },
  database_updated: {
    name: 'Ann Lee',
    database: 'Keywords of Europe',
    version: '2026-03',
    link: `${SITE}/databases/purchases`,
  },
  email_change_old: { name: 'Ann Lee', code: 'K7MQ2X', new_email: 'ann.new@example.com', minutes: 10 },
  email_change_new: { name: 'Ann Lee', code: 'K7MQ2X', minutes: 10 },
  email_changed: {
    name: 'Ann Lee',
    at: '2026-03-02T09:15:00.000Z',
    new_email: 'ann.new@example.com',
    link: `${SITE}/restore-email/u1/restore-secret`,
    days: 7,
  },
  email_restored: { name: 'Ann Lee', at: '2026-03-02T09:15:00.000Z', forgot_link: `${SITE}/forgot-password` },
  account_closing: { name: 'Ann Lee', team: 'Blue Team', at: '2026-03-02T09:15:00.000Z' },
  account_closes_soon: { name: 'Ann Lee', team: 'Blue Team', at: '2026-03-02T09:15:00.000Z' },
  account_closed: { name: 'Ann Lee', team: 'Blue Team', at: '2026-03-02T09:15:00.000Z' },
  data_ready: { name: 'Ann Lee', link: `${SITE}/users/profile#your-data`, days: 7 },
  ownership_received: {
    name: 'Ann Lee',
    team: 'Ben Roe',
    other: 'Ben Roe',
    other_email: 'ben@example.com',
    at: '2026-03-02T09:15:00.000Z',
  },
  ownership_given: {
    name: 'Ann Lee',
    team: 'Ann Lee',
    other: 'Ben Roe',
    other_email: 'ben@example.com',
    at: '2026-03-02T09:15:00.000Z',
  },
  new_device: {
    name: 'Ann Lee',
    device: 'Firefox on Linux',
    ip: '203.0.113.7',
    at: '2026-03-02T09:15:00.000Z',
    forgot_link: `${SITE}/forgot-password`,
  },
  sso_changed: {
    name: 'Ann Lee',
    team: 'Ben Roe',
    other: 'Ben Roe',
    other_email: 'ben@example.com',
    at: '2026-03-02T09:15:00.000Z',
  },
  sso_full: { name: 'Ann Lee', team: 'Ann Lee', accounts: 200 },
  sso_joined: { name: 'Ann Lee', member: 'Ben Roe', member_email: 'ben@example.com', role: 'developer' },
  sso_domain: {
    domain: 'example.com',
    team: 'Ann Lee',
    other: 'Ben Roe',
    other_email: 'ben@example.com',
    link: `${SITE}/sso-domain/secret`,
    days: 3,
  },
  factor_required: { name: 'Ann Lee', team: 'Ben Roe', at: '2026-03-02T09:15:00.000Z' },
  factor_reset: { name: 'Ann Lee', at: '2026-03-02T09:15:00.000Z', forgot_link: `${SITE}/forgot-password` },
  passkey_added: { name: 'Ann Lee', passkey: 'Work laptop', at: '2026-03-02T09:15:00.000Z' },
  ...ALERT_SAMPLES,
  subscription_price: {
    name: 'Ann Lee',
    title: 'Backlinks API',
    price_micros: 120_000_000,
    before_micros: 99_990_000,
    at: '2026-04-02T09:15:00.000Z',
    link: `${SITE}/api-access-subscription`,
  },
  subscription_past_due: {
    name: 'Ann Lee',
    title: 'Backlinks API',
    method: 'Visa •••• 4242',
    at: '2026-04-09T09:15:00.000Z',
    link: `${SITE}/api-access-subscription`,
  },
  subscription_ended: { name: 'Ann Lee', title: 'Backlinks API', link: `${SITE}/api-access-subscription` },
  recharge_stopped: {
    name: 'Ann Lee',
    login: 'ann@example.com@etl',
    method: 'Visa •••• 4242',
    amount_micros: 50_000_000,
    link: `${SITE}/users/getrows`,
  },
  billing_details_asked: { name: 'Ann Lee', link: `${SITE}/users/getrows?tab=billing` },
  backup_card_used: {
    name: 'Ann Lee',
    login: 'ann@example.com@etl',
    declined: 'Visa •••• 0002',
    method: 'Visa •••• 4242',
    total_micros: 61_500_000,
    link: `${SITE}/users/getrows?tab=methods`,
  },
  status_confirm: { link: `${SITE}/status/confirm/status-secret`, link_hours: 24 },
  status_update: {
    heading: 'Outage – SERP API',
    state: 'Investigating',
    sentence: 'We are looking into it.',
    text: 'Half of the searches fail.',
    at: '2026-03-02T09:15:00.000Z',
    link: `${SITE}/status`,
    stop_link: `${SITE}/status/unsubscribe/stop-secret`,
  },
  statement: { name: 'Ann Lee', owner_id: 7, month: '2026-02', link: `${SITE}/users/getrows?tab=history` },
}

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
