import { operator } from '@portico/contract/operator.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import { usage } from '@portico/contract/usage.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { deriveRollups, keepPartitions } from '#ledger/jobs/index.ts'
import { moveDays } from '#moved-days/index.ts'
import { openTestApp, TEST_START, type TestApp } from './app.ts'
import { request } from './browser.ts'
import { ANYTHING, ROUTES } from './contract-routes.ts'
import { startTestServer } from './db/server.ts'
import { type Standby, startStandby } from './db/standby.ts'
import { INPUTS } from './permission-inputs.ts'
import { type Account, openPermissionWorld } from './permission-world.ts'
import { OF_MONEY, readReplicaMatrix } from './replica-matrix.ts'
import { bookCalls, liveCall } from './usage/calls.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const matrix = readReplicaMatrix()
const of = (kind: string) => [...matrix].flatMap(([name, one]) => (one === kind ? [name] : []))
let host: Awaited<ReturnType<typeof startTestServer>>
let standby: Standby
let app: TestApp
let anna: Account

beforeAll(async () => {
  host = await startTestServer()
  // The servers of tests commit without waiting for the disk, and so for what a replica is sent.
  await runAs(host.server.adminUrl, 'alter role portico_app set synchronous_commit = on')
  standby = await startStandby(host.server.adminUrl)
  app = await openTestApp({ server: host.server, replicas: [standby.url], settings: { KEEP_HOT_DAYS: '35' } })
  const world = await openPermissionWorld(app)
  anna = await world.openAccount('anna')
  await world.addStaff()
  await until('serving')
})
afterAll(async () => {
  await app?.close()
  await standby?.stop()
  await host?.stop()
})

async function runAs(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const replicas = () => {
  const { replicas: open } = app.ctx
  if (!open) throw new Error('the app has no replicas')
  return open
}
const until = (state: string) =>
  vi.waitFor(() => expect(replicas().report()[0]?.state).toBe(state), { timeout: 20_000, interval: 50 })

/** Reads by the replica and by the primary since the last call. */
let counted = [0, 0]
function served(): { replica: number; primary: number } {
  const { primary = 0, ...others } = Object.fromEntries(replicas().reads())
  const now = [Object.values(others).reduce((sum, one) => sum + one, 0), primary]
  const [replica = 0, on_primary = 0] = now.map((value, index) => value - (counted[index] ?? 0))
  counted = now
  return { replica, primary: on_primary }
}

async function call(name: string): Promise<number> {
  const route = ROUTES.get(name)
  const made = await INPUTS[name]?.(anna.target)
  const input = made && /^operator\.customer/.test(name) ? { ...made, id: String(anna.id) } : made
  if (!route || !input) throw new Error(`${name} has no route or no input`)
  if (route.caller !== 'operator')
    return (await anna.browser.call({ ...route, input: ANYTHING, output: ANYTHING }, input)).status
  const headers = { authorization: `Bearer ${app.operator_token}` }
  const path = `${route.path}?${new URLSearchParams(input as Record<string, string>)}`
  return (await request(app.app, { method: 'GET', path, headers })).statusCode
}

let notes = 0
/** A change of the account, and whether the next read of its log shows it. */
async function isSeen(): Promise<boolean> {
  notes += 1
  const reason = `note number ${notes}.`
  app.clock.forward(1000)
  expect((await app.operator(operator.addCustomerNote, { id: anna.id, reason, by: 'test' })).status).toBe(200)
  const { status, text } = await app.operator(operator.customerTimeline, { id: String(anna.id) })
  expect(status).toBe(200)
  return text.includes(reason)
}

test('every endpoint that reads is in the matrix of replicas, and declares what is written there', () => {
  const reading = [...ROUTES].filter(([, { method }]) => method === 'GET')
  expect([...matrix.keys()].toSorted()).toEqual(reading.map(([name]) => name).toSorted())
  const declared = [...ROUTES].flatMap(([name, { reads }]) => (reads ? [name] : []))
  expect(declared.toSorted()).toEqual(of('replica').toSorted())
  expect(declared.filter((name) => OF_MONEY.test(name) || ROUTES.get(name)?.method !== 'GET')).toEqual([])
})

test('every endpoint of the matrix marked replica is answered by the replica, and none about money or of a form', async () => {
  const faults: string[] = []
  for (const name of of('replica')) {
    await until('serving')
    served()
    const status = await call(name)
    const { replica, primary } = served()
    if (replica === 0 || primary > 0 || status >= 500) faults.push(`${name}: primary, status ${status}`)
  }
  await Promise.all([...of('money'), ...of('state')].map(call))
  expect(faults).toEqual([])
  expect(served()).toEqual({ replica: 0, primary: 0 })
})

test('an account that has just written reads what it wrote: while replay is paused from the primary, afterwards from the replica again', async () => {
  served()
  for (let round = 0; round < 40; round += 1) expect(await isSeen()).toBe(true)
  expect(served().replica).toBeGreaterThan(20)
  await standby.query('select pg_wal_replay_pause()')
  for (let round = 0; round < 20; round += 1) expect(await isSeen()).toBe(true)
  await until('behind')
  expect(served()).toEqual({ replica: 0, primary: 20 })
  expect((await request(app.app, { method: 'GET', path: '/metrics' })).body).toMatch(
    /^portico_replica_serving\{.*\} 0$/m,
  )
  await standby.query('select pg_wal_replay_resume()')
  await until('serving')
  expect(await isSeen()).toBe(true)
  expect(served().replica).toBe(1)
})

test('a moved day is read from its file by the primary, where its rows return, and recent days by the replica', async () => {
  await keepPartitions(app.ctx, { days_back: 50 })
  const [own] = await accountLogins(app.ctx, anna.id)
  const at = new Date(TEST_START.getTime() - 42 * DAY_MS)
  const of = { login_id: own?.id ?? 0, login: own?.login ?? '', at }
  const calls = await bookCalls(
    app.ctx,
    [1, 2, 3].map((results) => liveCall(of, { results })),
  )
  await deriveRollups(app.ctx)
  // Closing one day after the other up to today would take most of the time of this test.
  await app.database.owner.query(
    'insert into book_checkpoints (day, transactions, calls, checked_at) values ($1, 0, 0, now())',
    [utcDay(new Date(TEST_START.getTime() - 36 * DAY_MS))],
  )
  expect(await moveDays(app.ctx)).toBe(1)
  await until('serving')
  const listed = async (from: Date) => {
    served()
    const range = { from: utcDay(from), to: utcDay(new Date(from.getTime() + DAY_MS)), login: '*' }
    const { rows } = await anna.browser.must(usage.getUsageTasks, range as never)
    return { ids: rows.map(({ id }) => id).toSorted(), ...served() }
  }
  const ids = calls.map(({ id }) => id).toSorted()
  expect(await listed(at)).toMatchObject({ ids, primary: 1 })
  expect(await listed(at), 'again, when they are back').toMatchObject({ ids, primary: 1 })
  expect(await listed(TEST_START)).toMatchObject({ primary: 0 })
})

test('a replica that is killed costs no read, and serves again once it is back; one that was promoted is left out', async () => {
  served()
  const ending = standby.kill()
  for (let round = 0; round < 20; round += 1) expect(await isSeen()).toBe(true)
  await ending
  await until('gone')
  await standby.start()
  await until('serving')
  expect(await isSeen()).toBe(true)
  await standby.query('select pg_promote()')
  for (let round = 0; round < 20; round += 1) expect(await isSeen()).toBe(true)
  await until('promoted')
  served()
  expect(await isSeen()).toBe(true)
  expect(served()).toEqual({ replica: 0, primary: 1 })
})
