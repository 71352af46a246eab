import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { dropSilent } from './drop-silent.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Sends statements over one connection; returns which of them have no time limit. */
async function unlimited(statements: string[]): Promise<string[]> {
  const sent: unknown[] = []
  const client = { query: async (first: unknown) => sent.push(first) }
  const pool = new EventEmitter()
  dropSilent(pool as pg.Pool, log)
  pool.emit('connect', client)
  for (const statement of statements) await client.query(statement)
  return sent.flatMap((one) => (typeof one === 'object' && one !== null && 'text' in one ? String(one.text) : []))
}

test('every migration of an update runs without a time limit, not only the first', async () => {
  const lifting = 'set statement_timeout = 0; set lock_timeout = 0'
  const migrations = ['begin', 'create index a', 'commit', 'begin', 'create index b', 'rollback', 'create index c']
  expect(await unlimited(['select 1', lifting, ...migrations])).toEqual([lifting, ...migrations])
})

test('a limit that was lifted for a transaction is back after its end', async () => {
  const lifting = 'set local statement_timeout = 0'
  for (const end of ['commit', 'rollback', '  COMMIT'])
    expect(await unlimited(['begin', lifting, 'select 1', end, 'select 2'])).toEqual([lifting, 'select 1'])
})
