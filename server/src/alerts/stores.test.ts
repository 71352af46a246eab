import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { channelById, channelsOf, deleteChannel } from './channel-store.ts'
import { deliveryOf, markArrived, newestDeliveries, retryMissed } from './delivery-store.ts'
import { alertQueue } from './queue-store.ts'
import { changedLogins, deleteEnded, markEnded, putSeen, sentTo } from './store.ts'
import { deleteWebhook, lockWebhook, updateWebhook, webhookOf } from './webhook-store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

let database: TestDatabase
let db: TestDatabase['db']
let people: Awaited<ReturnType<typeof insertAccount>>[]
let logins: number[]
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  people = [await insertAccount(db, 1), await insertAccount(db)]
  logins = people.flatMap((one) => one.logins)
})
afterAll(() => database.close())

test('channels are of one account, and deliveries of one channel, or of one login without a channel', async () => {
  const channels = await insertAll(
    db,
    'alert_channels',
    combine({ owner_id: people.map(({ id }) => id), name: ['a', 'b'] }).map((row) => ({
      ...row,
      app: 'slack' as const,
      host: 'example.com',
      sealed: Buffer.from('x'),
      created_at: NOW,
    })),
  )
  const [own, second, foreign] = channels
  if (!own || !second || !foreign) throw new Error('the scene has no channels')
  expect(ids(await channelsOf(db, own.owner_id))).toEqual([own.id, second.id])
  expect((await channelById(db, second.id))?.id).toBe(second.id)
  const deleted = (owner_id: number, id: number) =>
    changedBy(db, 'alert_channels', (tx) => deleteChannel(tx, owner_id, id))
  expect(ids(await deleted(own.owner_id, own.id))).toEqual([own.id])
  expect(await deleted(own.owner_id, foreign.id)).toEqual([])

  const rows = await insertAll(
    db,
    'alert_deliveries',
    combine({
      login_id: logins,
      channel_id: [null, own.id, foreign.id],
      sent_at: [null, at(-1)],
      failed_at: [null, at(-2)],
      claimed_until: [null, at(1)],
    }).map((row) => ({
      ...row,
      event_id: randomUUID(),
      kind: 'test' as const,
      body: '{}',
      created_at: at(-3),
      due_at: at(-3),
    })),
  )
  type Row = (typeof rows)[number]
  const matching = (is: (row: Row) => boolean) => ids(rows.filter(is))
  const [login_id = 0] = logins
  const isOwn = (row: Row) => row.login_id === login_id && row.channel_id === null
  expect(ids(await newestDeliveries(db, { login_id }, 1000))).toEqual(matching(isOwn))
  const ofChannel = ({ channel_id }: Row) => channel_id === own.id
  expect(ids(await newestDeliveries(db, { channel_id: own.id }, 1000))).toEqual(matching(ofChannel))
  const found: number[] = []
  for (const { id } of rows) if (await deliveryOf(db, login_id, id)) found.push(id)
  expect(found).toEqual(matching(isOwn))
  const changed = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'alert_deliveries', change).then(ids)
  const retried: number[] = []
  for (const { id } of rows) retried.push(...(await changed((tx) => retryMissed(tx, [own.id], id, NOW))))
  expect(retried).toEqual(matching((row) => ofChannel(row) && row.failed_at !== null))
  const [id = 0] = retried
  expect(await changed((tx) => markArrived(tx, id, NOW, { http_status: 200, sent_to: null }))).toEqual([id])

  const all = rows.map((row) => String(row.id))
  const isFree = ({ claimed_until }: Row) => claimed_until === null
  const isUnsent = (row: Row) => row.sent_at === null && row.failed_at === null
  expect(await changed((tx) => alertQueue.retry(tx, all, NOW))).toEqual(
    matching((row) => row.sent_at === null && isFree(row)),
  )
  expect(await changed((tx) => alertQueue.drop(tx, all, NOW))).toEqual(matching(isUnsent))
})

test('the webhook of one login is read, changed and deleted', async () => {
  const [login_id = 0] = logins
  await insertAll(
    db,
    'alert_webhooks',
    logins.map((login) => ({
      login_id: login,
      url: `https://example.com/${login}`,
      sealed: Buffer.from('x'),
      secret_since: NOW,
    })),
  )
  const found = [await webhookOf(db, login_id), await lockWebhook(db, login_id)]
  const [last = 0] = logins.slice(-1)
  found.push(await webhookOf(db, last), await lockWebhook(db, last))
  expect(found.map((one) => one?.login_id)).toEqual([login_id, login_id, last, last])
  const changes = [
    await changedBy(db, 'alert_webhooks', (tx) => updateWebhook(tx, login_id, { url: 'https://example.org' })),
    await changedBy(db, 'alert_webhooks', (tx) => deleteWebhook(tx, login_id)),
  ]
  expect(changes.map((rows) => rows.map((row) => row.login_id))).toEqual([[login_id], [login_id]])
})

test('alerts that were sent are of one login, kind and key', async () => {
  const [login_id = 0] = logins
  const rows = await insertAll(
    db,
    'alerts_sent',
    combine({
      login_id: logins,
      kind: ['balance', 'limit'],
      key: ['a', 'b'],
      sent_at: [at(-2), at(-1)],
      ended_at: [null, at(0)],
    }).map(({ key, ...row }, index) => ({ ...row, key: `${key}${index % 4}` })),
  )
  type Row = (typeof rows)[number]
  const names = (some: readonly Row[]) => some.map((row) => `${row.login_id} ${row.kind} ${row.key}`).sort()
  const matching = (is: (row: Row) => boolean) => names(rows.filter((row) => row.login_id === login_id && is(row)))
  expect((await sentTo(db, login_id)).map((row) => `${login_id} ${row.kind} ${row.key}`).sort()).toEqual(
    matching(() => true),
  )
  const [row] = rows
  if (!row) throw new Error('the scene has no alert')
  const changed = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'alerts_sent', change).then(names)
  expect(await changed((tx) => markEnded(tx, login_id, [row], NOW))).toEqual(names([row]))
  const isOver = ({ ended_at, sent_at }: Row) => ended_at !== null && sent_at < at(-1)
  expect(await changed((tx) => deleteEnded(tx, login_id, at(-1)))).toEqual(matching(isOver))
})

test('a login is checked after a change of its settings, balance or limits, after a call, and while an alert can end', async () => {
  const [person, other] = [await insertAccount(db), await insertAccount(db)]
  const [login = 0, foreign = 0] = [person, other].flatMap((one) => one.logins)
  const names = async (before = at(-9)) =>
    ids(await changedLogins(db, before, ['balance'])).filter((id) => id === login)
  await insertAll(
    db,
    'ledger_accounts',
    [login, foreign].map((id) => ({ name: `scene ${id}`, api_login_id: id })),
  )
  expect(await names(), 'without alerts').toEqual([])
  await db
    .updateTable('api_logins')
    .set({ alerts: JSON.stringify({ low: 1 }) })
    .where('id', 'in', [login, foreign])
    .execute()
  expect(await names(), 'never checked').toEqual([login])
  const see = async () => {
    for (const one of await changedLogins(db, at(-9), [])) await putSeen(db, one, at(-5))
    expect(await names()).toEqual([])
  }
  await see()
  const limit = { login_id: login, scope: '*', limit_micros: 1 }
  await insertAll(db, 'spend_limits', [
    { ...limit, login_id: foreign, kind: 'daily_limit' },
    { ...limit, scope: 'm', kind: 'cap' },
  ])
  expect(await names(), 'limits of another login, or of another kind').toEqual([])
  await insertAll(db, 'spend_limits', [{ ...limit, kind: 'daily_limit' }])
  expect(await names()).toEqual([login])
  await see()
  expect(await names(at(-5)), 'nothing happened').toEqual([])
  const minute = {
    api: 'a',
    function: 'f',
    method: 'live',
    priority: 1,
    status_class: 'ok',
    is_sandbox: false,
    requests: 1,
    tasks: 1,
  }
  const zero = { results: 0, cost_micros: 0, errors: 0, time_ms_sum: 0, times: [] as number[] }
  await insertAll(db, 'usage_minutes', [
    { ...minute, ...zero, login_id: foreign, minute: at(-4) },
    { ...minute, ...zero, login_id: login, minute: at(-6) },
  ])
  const sent = { key: '', sent_at: at(-7) }
  await insertAll(db, 'alerts_sent', [
    { ...sent, login_id: foreign, kind: 'balance' },
    { ...sent, login_id: login, kind: 'limit' },
    { ...sent, login_id: login, kind: 'balance', ended_at: at(-6) },
  ])
  expect(await names(at(-5)), 'calls and alerts of others, older ones, and alerts that need a call to end').toEqual([])
  const when = async (change: (tx: typeof db) => Promise<unknown>, before: Date) => {
    let found: number[] = []
    await changedBy(db, 'alerts_seen', async (tx) => {
      await change(tx)
      found = ids(await changedLogins(tx, before, ['balance'])).filter((id) => id === login)
    })
    return found
  }
  const call = (tx: typeof db) =>
    insertAll(tx, 'usage_minutes', [{ ...minute, ...zero, login_id: login, minute: at(-5) }])
  const reopen = (tx: typeof db) =>
    tx.updateTable('alerts_sent').set({ ended_at: null }).where('login_id', '=', login).execute()
  expect([await when(call, at(-5)), await when(call, at(-6))]).toEqual([[login], []])
  expect([await when(reopen, at(-5)), await when(reopen, at(-6))]).toEqual([[login], []])
})
