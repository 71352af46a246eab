import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { safeJson } from '#db/safe-json.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { bookGift, openMeter } from './index.ts'
import { setSpendLimit } from './limits/index.ts'

vi.setConfig({ testTimeout: 60_000 })

const clock = { now: () => new Date('2026-03-02T10:00:00.000Z') }
const MONEY = [0, 5, 40]
let database: TestDatabase
let logins: number[]
/** A call that is held already. */
const held_id = newCallId(clock.now())
const ctx = () => ({ db: database.db, clock, log: pino({ level: 'silent' }) })

beforeAll(async () => {
  database = await openTestDatabase()
  logins = []
  for (const amount_micros of MONEY) {
    const { id: login_id } = await insertTestLogin(database.db)
    if (amount_micros > 0)
      await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros, memo: 'for a test', actor: 'test' })
    logins.push(login_id)
  }
  const meter = openMeter(ctx())
  expect(await meter.hold(holdOf(held_id, logins[2], 10))).toMatchObject({ ok: true })
  await meter.close()
})
afterAll(() => database.close())

function holdOf(id: string, login_id = 0, amount_micros = 0) {
  return {
    id,
    login_id,
    api: 'serp',
    function: 'google/organic',
    amount_micros,
    agent_id: amount_micros % 2 ? 7 : null,
  }
}
type Hold = ReturnType<typeof holdOf>

interface Decision {
  _verdicts: { id: string; is_ok: boolean }[] | null
  _taken: { id: string }[] | null
  _by_agents: boolean | null
}

async function decided(name: string, holds: Hold[], of_logins?: number[]): Promise<Decision> {
  const more = of_logins ? sql`, ${of_logins}::integer[]` : sql``
  const { rows } = await sql<{ decision: Decision }>`
    select to_jsonb(d) as decision from ${sql.ref(name)}(${safeJson(holds)}::json${more}) as d`.execute(database.db)
  const [row] = rows
  if (!row) throw new Error('no decision')
  const byId = <One extends { id: string }>(list: One[] | null) =>
    list?.toSorted((a, b) => (a.id < b.id ? -1 : 1)) ?? null
  return { ...row.decision, _verdicts: byId(row.decision._verdicts), _taken: byId(row.decision._taken) }
}

const batchOf = (who: fc.Arbitrary<number>, most: number) =>
  fc.array(fc.record({ who, amount: fc.nat(most) }), { minLength: 1, maxLength: 6 })
/** Half of them are of the login that can pay for most of them. */
const batches = fc.oneof(batchOf(fc.nat(MONEY.length), 12), batchOf(fc.constant(MONEY.length - 1), 6))

test('calls without limits get the same verdicts in one look as one after another', async () => {
  let in_one_look = 0
  await fc.assert(
    fc.asyncProperty(batches, fc.nat(9), async (wanted, repeated) => {
      const holds = wanted.map(({ who, amount }, n) =>
        // The last of the logins does not exist.
        holdOf(n === repeated ? held_id : newCallId(clock.now()), logins[who] ?? 999_999, amount),
      )
      const alone = await decided('decide_holds', holds)
      const together = await decided('decide_unlimited_holds', holds, [...new Set(holds.map((one) => one.login_id))])
      const isAllowed = alone._verdicts?.every(({ is_ok }) => is_ok) === true
      if (isAllowed) in_one_look += 1
      expect(together).toEqual(isAllowed ? alone : { _verdicts: null, _taken: null, _by_agents: null })
    }),
    { numRuns: 150 },
  )
  expect(in_one_look).toBeGreaterThan(10)
})

test('a limit or a hard budget of one login has all calls of the commit decided one after another', async () => {
  const [, , rich = 0] = logins
  const decide = async () =>
    (await decided('decide_unlimited_holds', [holdOf(newCallId(clock.now()), rich, 2)], [rich]))._verdicts
  expect(await decide()).toHaveLength(1)
  const limit = (limit_micros: number | null) =>
    setSpendLimit(ctx(), { login_id: rich, kind: 'daily_limit', scope: '', limit_micros })
  await limit(30)
  expect(await decide()).toBeNull()
  await limit(null)
  expect(await decide()).toHaveLength(1)
  const budget = (soft: number | null, hard: number | null) => sql`
    insert into budgets (owner_id, tag, soft_micros, hard_micros, created_at, changed_at, checked_at)
      select owner_id, ${soft && 'soft'}, ${soft}, ${hard}, now(), now(), now() from api_logins where id = ${rich}`
  await budget(20, null).execute(database.db)
  expect(await decide()).toHaveLength(1)
  await budget(null, 30).execute(database.db)
  expect(await decide()).toBeNull()
})

test('an account belongs to a login that exists, and a login with an account is not deleted', async () => {
  const [login = 0] = logins
  await expect(
    database.owner.query(`insert into ledger_accounts (name, api_login_id) values ('login:999999', 999999)`),
  ).rejects.toThrow('the login 999999 of an account does not exist')
  await expect(
    database.owner.query(`update ledger_accounts set api_login_id = 999999 where api_login_id = ${login}`),
  ).rejects.toThrow('the login 999999 of an account does not exist')
  await expect(database.owner.query(`delete from api_logins where id = ${login}`)).rejects.toThrow(
    `the login ${login} has an account`,
  )
})
