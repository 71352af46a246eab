import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, insertAccount, insertAll } from '#testing/db/scene.ts'
import { countOrder, lockRecharge, loginsBelow, putFailures, rechargeOf, turnRechargeOff } from './store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const SETTINGS = {
  is_on: true,
  threshold_micros: 1_000_000,
  amount_micros: 10_000_000,
  created_at: NOW,
  changed_at: NOW,
}

/** A login whose balance is below its threshold. */
async function openLogin(user: Parameters<typeof insertAccount>[2] = {}, settings: object = {}) {
  const { id: owner_id, logins } = await insertAccount(db, 0, user)
  const login_id = logins[0] ?? 0
  await insertAll(db, 'ledger_accounts', [{ name: `scene ${login_id}`, api_login_id: login_id }])
  await insertAll(db, 'auto_recharges', [{ login_id, owner_id, ...SETTINGS, ...settings }])
  return { owner_id, login_id }
}

test('settings are read and changed for one login', async () => {
  const { login_id, owner_id } = await openLogin()
  const { login_id: other } = await openLogin()
  const found = [rechargeOf(db, login_id), lockRecharge(db, login_id), rechargeOf(db, other), lockRecharge(db, other)]
  expect((await Promise.all(found)).map((row) => row?.login_id)).toEqual([login_id, login_id, other, other])
  const changes = [
    (tx: typeof db) => turnRechargeOff(tx, login_id, owner_id, NOW),
    (tx: typeof db) => countOrder(tx, login_id, NOW),
    (tx: typeof db) => putFailures(tx, login_id, { failures: 1 }, NOW),
  ]
  for (const change of changes)
    expect((await changedBy(db, 'auto_recharges', change)).map((row) => row.login_id)).toEqual([login_id])
})

test('a login is charged if its balance is low, nothing forbids it, and no charge of it is in progress', async () => {
  const { owner_id, login_id } = await openLogin()
  const stranger = await openLogin()
  const isDue = async (change: (tx: typeof db) => Promise<unknown>) => {
    let due = false
    await changedBy(db, 'auto_recharges', async (tx) => {
      await change(tx)
      due = (await loginsBelow(tx, NOW, 1000)).includes(login_id)
    })
    return due
  }
  const set = (row: object) => (tx: typeof db) =>
    tx.updateTable('auto_recharges').set(row).where('login_id', '=', login_id).execute()
  const order = (row: object) => (tx: typeof db) =>
    insertAll(tx, 'payment_orders', [
      {
        ...{
          owner_id,
          login_id,
          id: randomUUID(),
          reference: randomUUID(),
          processor: 'test',
          purpose: 'auto_recharge',
        },
        ...{ amount_micros: 10_000, origin: '', created_at: NOW, changed_at: NOW },
        ...row,
      },
    ])
  const closing = (owner: number) => (tx: typeof db) =>
    insertAll(tx, 'account_closings', [{ owner_id: owner, asked_at: NOW, closes_at: NOW, reason: 'other' }])
  const cases: [string, boolean, (tx: typeof db) => Promise<unknown>][] = [
    ['as it is', true, async () => undefined],
    ['it is off', false, set({ is_on: false })],
    ['the balance is as high as the threshold', false, set({ threshold_micros: 0 })],
    ['it waits for another try', false, set({ retry_at: at(1) })],
    ['the time of another try has come', true, set({ retry_at: NOW })],
    [
      'the login is on hold',
      false,
      (tx) => tx.updateTable('api_logins').set({ status: 'on_hold' }).where('id', '=', login_id).execute(),
    ],
    [
      'the user is disabled',
      false,
      (tx) => tx.updateTable('users').set({ status: 'disabled' }).where('id', '=', owner_id).execute(),
    ],
    ['the account closes', false, closing(owner_id)],
    ['another account closes', true, closing(stranger.owner_id)],
    ['a charge is in progress', false, order({ state: 'processing' })],
    ['a charge is in progress for another login', true, order({ ...stranger, state: 'processing' })],
    ['a payment is in progress', true, order({ purpose: 'top_up', state: 'processing' })],
    ['a charge ended', true, order({ state: 'failed' })],
    ['a charge begins', true, order({ state: 'created' })],
    ['a charge was attempted', false, order({ state: 'created', checked_at: NOW })],
    ['a charge is held', false, order({ state: 'created', quarantine: 'amount' })],
    ['a charge that ended was read', true, order({ state: 'failed', checked_at: NOW })],
  ]
  for (const [what, expected, change] of cases) expect(await isDue(change), what).toBe(expected)
})
