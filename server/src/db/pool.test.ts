import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '#testing/shared-app.ts'
import { prepared } from './prepared.ts'

const database = sharedDatabase({ has_own_waits: true })

async function one(expression: string): Promise<unknown> {
  return (await database.pool.query(`select ${expression} as value`)).rows[0].value
}

test('int8 is a number, timestamptz a Date, date and numeric stay text', async () => {
  expect(await one('9007199254740991::int8')).toBe(9007199254740991)
  expect(await one(`'{1,null,-3}'::int8[]`)).toEqual([1, null, -3])
  expect(await one(`timestamptz '2026-01-02 03:04:05+01'`)).toEqual(new Date('2026-01-02T02:04:05Z'))
  expect(await one(`date '2026-01-02'`)).toBe('2026-01-02')
  expect(await one('1.50::numeric')).toBe('1.50')
})

test('an int8 that JavaScript would round fails the query and leaves the connection usable', async () => {
  await expect(one('9007199254740993::int8')).rejects.toThrow('9007199254740993 does not fit a JavaScript number')
  expect(await one('1')).toBe(1)
})

test('every wait has a timeout', async () => {
  expect(await one(`current_setting('statement_timeout')`)).toBe('5s')
  expect(await one(`current_setting('lock_timeout')`)).toBe('2s')
  expect(await one(`current_setting('idle_in_transaction_session_timeout')`)).toBe('10s')
})

test('a connection parses a prepared statement once and answers each time', async () => {
  const names = await database.db.connection().execute(async (db) => {
    const row = (id: number) => prepared(db, 'one_account', db.selectFrom('users').select('id').where('id', '=', id))
    expect([await row(1), await row(2)]).toEqual([[], []])
    return sql<{ name: string; times: number }>`select name, (generic_plans + custom_plans)::int as times
      from pg_prepared_statements`.execute(db)
  })
  expect(names.rows).toEqual([{ name: 'one_account', times: 2 }])
})

test('a request does not wait for a connection for ever', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => database.pool.connect()))
  await expect(database.pool.query('select 1')).rejects.toThrow(/timeout/)
  for (const client of all) client.release()
})

test('a connection that breaks while idle or between two queries does not end the process', async () => {
  const idle = await database.pool.connect()
  const busy = await database.pool.connect()
  const pidOf = async (client: typeof idle) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const pids = [await pidOf(idle), await pidOf(busy)]
  await busy.query('begin')
  idle.release()
  await database.admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
  await expect(busy.query('select 1')).rejects.toThrow()
  busy.release(true)
  await expect.poll(() => one('1').catch(() => undefined)).toBe(1)
})
