import { operator } from '@portico/contract/operator.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { startJobs } from '../jobs.ts'
import { checkAudit, lastAuditCheck, watchAudit } from './index.ts'
import { appendAudit } from './store.ts'

vi.setConfig({ testTimeout: 60_000 })

const HOUR_MS = 60 * 60 * 1000
const ROWS = 12
let it: TestApp

beforeEach(async () => {
  it = await openTestApp()
  for (let n = 0; n < ROWS; n += 1) await write(n)
})
afterEach(async () => {
  vi.useRealTimers()
  await it.close()
})

const write = (n: number, db = it.ctx.db) =>
  appendAudit(db, {
    at: it.clock.now(),
    actor: 'test',
    action: `act-${n}`,
    user_id: n % 2 === 0 ? null : 9001,
    detail: { n },
    ip: '',
    request_id: `r${n}`,
  })
const broken = async () => (await checkAudit(it.ctx)).broken
/** As an attacker would do it who owns the tables. */
async function tamper(text: string) {
  await it.database.owner.query('alter table audit_log disable trigger user')
  await it.database.owner.query(text)
  await it.database.owner.query('alter table audit_log enable trigger user')
}

test('SEC-L13 P8 rows written concurrently, in slow or rolled back transactions, make one unbroken chain', async () => {
  const written = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      it.ctx.db
        .transaction()
        .execute(async (tx) => {
          await write(n, tx)
          if (n % 3 === 0) await write(n + 1000, tx)
          if (n % 5 === 0) throw new Error('undone')
          return n % 3 === 0 ? 2 : 1
        })
        // Transactions that waited too long left no row either.
        .catch(() => 0),
    ),
  )
  const rows = written.reduce<number>((sum, n) => sum + n, 0)
  expect(rows).toBeGreaterThan(5)
  expect(await checkAudit(it.ctx)).toMatchObject({ broken: [], rows: ROWS + rows })
})

test.each([
  ['an edit', `update audit_log set actor = 'somebody' where action = 'act-4'`],
  ['an edit of the time', `update audit_log set at = at + interval '1 ms' where action = 'act-4'`],
  ['an edit of what it was about', `update audit_log set detail = '{}' where action = 'act-4'`],
  ['a row taken out', `delete from audit_log where action = 'act-4'`],
  ['the first rows taken out', `delete from audit_log where action in ('act-0', 'act-1')`],
  ['the last rows taken out', `delete from audit_log where action in ('act-10', 'act-11')`],
  ['all rows taken out', 'delete from audit_log'],
  ['two rows exchanged', `update audit_log set id = default where action = 'act-4'`],
])('SEC-L13 P8 the check finds %s', async (_, text) => {
  expect(await broken()).toEqual([])
  await tamper(text)
  expect(await broken()).not.toEqual([])
  await write(99)
  expect(await broken(), 'what is written later does not hide it').not.toEqual([])
})

test('SEC-L13 P8 the hourly check covers new rows, once a day all of them', async () => {
  expect(await watchAudit(it.ctx)).toMatchObject({ is_whole: true, rows: ROWS, broken: [] })
  await write(20)
  it.clock.forward(HOUR_MS)
  expect(await watchAudit(it.ctx)).toMatchObject({ is_whole: false, rows: ROWS + 1, broken: [] })
  it.clock.forward(HOUR_MS)
  const before = await it.database.pool.query('select from audit_checks')
  await watchAudit(it.ctx)
  expect((await it.database.pool.query('select from audit_checks')).rowCount, 'nothing new').toBe(before.rowCount)
  await tamper(`update audit_log set ip = 'x' where action = 'act-4'`)
  expect((await watchAudit(it.ctx)).broken, 'an old row waits for the day').toEqual([])
  it.clock.forward(24 * HOUR_MS)
  expect((await watchAudit(it.ctx)).broken).toHaveLength(1)
  await tamper(`delete from audit_log where action = 'act-20'`)
  expect((await watchAudit(it.ctx)).broken).toHaveLength(2)
})

test('SEC-L13 P8 the hourly check finds a new row that does not follow, and a checked one that is gone', async () => {
  await watchAudit(it.ctx)
  await write(20)
  await write(21)
  await tamper(`update audit_log set actor = 'x' where action = 'act-20'`)
  it.clock.forward(HOUR_MS)
  expect((await watchAudit(it.ctx)).broken).toHaveLength(1)
  await tamper(`update audit_log set actor = 'test' where action = 'act-20'`)
  expect((await watchAudit(it.ctx)).broken).toEqual([])
  await tamper(`delete from audit_log where action = 'act-21'`)
  expect((await watchAudit(it.ctx)).broken).toHaveLength(1)
})

test('SEC-L13 P8 a broken chain is an error in the log, a metric and a line of status, by the job and by the command', async () => {
  const metric = async () =>
    /^portico_audit_broken_rows (\d+)$/m.exec((await it.browser().send<string>({ path: '/metrics' })).text)?.[1]
  expect(await metric()).toBeUndefined()
  expect(await it.operator(operator.status, {})).toMatchObject({ body: { audit: null } })
  expect(await it.operator(operator.verifyAudit, {})).toMatchObject({ status: 200, body: { rows: ROWS, broken: [] } })
  expect(await metric()).toBe('0')
  await tamper(`update audit_log set ip = 'x' where action = 'act-4'`)
  it.clock.forward(24 * HOUR_MS)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startJobs(it.ctx)
  await vi.waitFor(
    () => expect(it.log_lines.some((line) => /"level":50.*audit log chain is broken/.test(line))).toBe(true),
    { timeout: 15_000 },
  )
  await stop()
  expect(await metric()).toBe('1')
  const { body } = await it.operator(operator.status, {})
  expect(body).toMatchObject({ audit: { rows: ROWS, broken: [expect.any(Number)] } })
  expect((await lastAuditCheck(it.ctx))?.broken).toHaveLength(1)
})

test('SEC-L13 the operator lists who did what, of one account or of all', async () => {
  const user = await it.addUser({ email: 'ann@example.com' })
  await it.browser().signIn('ann@example.com')
  const all = await it.operator(operator.listAudit, { limit: 3 })
  expect(all.body).toMatchObject({ rows: [{ actor: `user:${user.id}` }, { action: 'act-11' }, { action: 'act-10' }] })
  const hers = await it.operator(operator.listAudit, { email: 'ann@example.com' })
  expect(hers.body).toMatchObject({ rows: [{ user_id: user.id }] })
  expect(await it.operator(operator.listAudit, { email: 'nobody@example.com' })).toMatchObject({ status: 404 })
})
