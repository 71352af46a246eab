import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '#testing/shared-app.ts'
import { insertTestLogin } from '../testing/ledger/login-store.ts'
import { FIRST_DAY } from './books/checkpoint-store.ts'
import { OF_CUSTOMERS, WORLD_USAGE_ID, worldAccount } from './store.ts'

const database = sharedDatabase()
beforeAll(async () => {
  await insertTestLogin(database.db)
})

/** PostgreSQL's plan for a table that is too large to read as a whole. */
async function planOf(query: ReturnType<typeof sql>): Promise<string> {
  return database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(db)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
}

test('the account world:usage is the third, and is the only one whose entries the index leaves out', async () => {
  expect(await worldAccount(database.db, 'world:usage')).toBe(WORLD_USAGE_ID)
  const account = sql`(select id from ledger_accounts where api_login_id is not null)`
  const found = sql`select sum(e.amount_micros) from ledger_entries e where e.account_id = ${account} and ${OF_CUSTOMERS}`
  expect(await planOf(found)).toContain('ledger_entries_of_customers')
})

test('a call is found by the id of its task through an index', async () => {
  expect(
    await planOf(sql`select from usage_events u where u.task_id = ${'11170515-bffc-427a-bf7c-20849d47cf09'}`),
  ).toContain('usage_events_of_task')
})

test('the first day of the books is found through indexes', async () => {
  const plan = await planOf(FIRST_DAY)
  // One row each of calls, of other bookings, of usage and of errors.
  expect(plan.match(/Limit/g)).toHaveLength(4)
  expect(plan).not.toContain('Seq Scan')
})
