import { randomUUID } from 'node:crypto'
import { agentScope, memberScope, scopeKind } from '@portico/contract/spend-scopes.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import { checkBooks } from '../books/index.ts'
import { bookGift } from '../index.ts'
import { spendToday } from './index.ts'

const call = { api: 'serp', function: 'google/organic', member_id: 17, agent_id: 5 }
const now = new Date('2026-03-02T10:00:00.000Z')
const database = sharedDatabase()
const ctx = () => ({ db: database.db, clock: { now: () => now }, log: pino({ level: 'silent' }) })

async function scopesOf(table: 'ledger_holds' | 'usage_events', row: object) {
  const { rows } = await database.owner.query<{ scopes: string[]; total: string | null }>(
    `select spend_scopes(c) as scopes, total_scope(c) as total from json_populate_record(null::${table}, $1) as c`,
    [JSON.stringify(row)],
  )
  return rows[0]
}

test('the database writes scopes as the contract reads them', async () => {
  const expected = ['', 'serp', 'serp/google/organic', memberScope(17), agentScope(5)]
  expect(await scopesOf('ledger_holds', call)).toEqual({ scopes: expected, total: agentScope(5) })
  expect(expected.map(scopeKind)).toEqual(['everything', 'api', 'function', 'member', 'agent'])
  // A tag may look like a function.
  const all = [...expected, '=serp/google']
  const { rows } = await database.owner.query(
    `select is_api_scope(scope) as is_api, is_function_scope(scope) as is_function, is_total_scope(scope) as is_total
      from unnest($1::text[]) as scope`,
    [all],
  )
  expect(rows).toEqual(
    all.map(scopeKind).map((kind) => ({
      is_api: kind === 'api',
      is_function: kind === 'function',
      is_total: kind === 'agent',
    })),
  )
})

test.each([
  ['by a member and an agent', {}],
  ['by a member', { agent_id: null }],
  ['by the login itself', { agent_id: null, member_id: null }],
])('a call %s counts in the same scopes while it is held and once it is booked', async (_, change) => {
  const row = { ...call, ...change }
  expect(await scopesOf('usage_events', row)).toEqual(await scopesOf('ledger_holds', row))
})

test('holds as sent by the previous version are accepted, with an obsolete and an unknown column', async () => {
  const { id: login_id } = await insertTestLogin(database.db)
  await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros: 1000, memo: 'for a test', actor: 'test' })
  const holds = [800, 300, 200].map((amount_micros, index) => ({
    place: index,
    id: newCallId(now),
    login_id,
    member_id: null,
    agent_id: null,
    api: 'serp',
    function: 'google/organic',
    amount_micros,
    colour: 'blue',
  }))
  const { rows } = await sql<{ id: string; is_ok: boolean }>`
    select id, is_ok from meter(${[login_id]}::integer[], null, '{}', ${JSON.stringify(holds)}::json)`.execute(
    database.db,
  )
  // In the order they came: after the first the money does not suffice for the second, but for the third.
  expect(holds.map(({ id }) => rows.find((row) => row.id === id)?.is_ok)).toEqual([true, false, true])
  expect((await spendToday(ctx(), login_id)).spent).toEqual(
    ['', 'serp', 'serp/google/organic'].map((scope) => ({ scope, spent_micros: 0, held_micros: 1000 })),
  )
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
})
