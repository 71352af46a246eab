import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPool } from './db.ts'
import { listenOn } from './listen.ts'
import { databaseFailure } from './ping-store.ts'
import { createPool } from './pool.ts'
import { isUnavailable } from './unavailable.ts'

const lines: string[] = []
const note = (...given: unknown[]) => lines.push(String(given.at(-1)))
const log = { debug: () => {}, info: () => {}, warn: note, error: note }
const url = inject('testServer').adminUrl
/** PostgreSQL before us; while `is_replica`, its greeting reports a replica, as after a demotion. */
const state = { is_replica: false }
let through: string
let close: () => Promise<void>

/** ParameterStatus: the byte S, the length, the name and the value, both ended by a zero byte. */
const AS_PRIMARY = Buffer.from('S\0\0\0\x17in_hot_standby\0off\0', 'latin1')
const AS_REPLICA = Buffer.from('S\0\0\0\x16in_hot_standby\0on\0', 'latin1')

beforeAll(async () => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const server = createServer((ours) => {
    const theirs = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    ours.on('error', () => undefined).on('close', () => theirs.destroy())
    theirs.on('error', () => undefined).on('close', () => ours.destroy())
    ours.pipe(theirs)
    theirs.on('data', (chunk: Buffer) => ours.write(state.is_replica ? asReplica(chunk) : chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  through = `postgresql://${user}:${encodeURIComponent(String(password ?? ''))}@127.0.0.1:${address.port}/${database}?sslmode=disable`
  close = async () => {
    server.close()
    await once(server, 'close')
  }
})
afterAll(() => close())

function asReplica(chunk: Buffer): Buffer {
  const at = chunk.indexOf(AS_PRIMARY)
  return at < 0 ? chunk : Buffer.concat([chunk.subarray(0, at), AS_REPLICA, chunk.subarray(at + AS_PRIMARY.length)])
}

test('a connection that reaches a replica is refused before its first query, and the next one may reach the primary', async () => {
  const { pool, db } = openPool(createPool(through, log, 2), false)
  state.is_replica = true
  const refusal: unknown = await pool.query('select 1').catch((error) => error)
  expect(String(refusal)).toContain('the database is a replica and not the primary')
  expect(isUnavailable(refusal)).toBe(true)
  expect(await databaseFailure(db)).toBe('the database is a replica: no primary has been found yet')
  state.is_replica = false
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await databaseFailure(db)).toBe(undefined)
  await pool.end()
})

test('a write refused as read-only closes its connection and the idle ones, so that the next finds the new primary', async () => {
  const pool = createPool(through, log, 2)
  const [first, second] = [await pool.connect(), await pool.connect()]
  for (const client of [first, second]) {
    await client.query('set session characteristics as transaction read only')
  }
  second.release()
  await expect(first.query('create table refused_here (number integer)')).rejects.toMatchObject({ code: '25006' })
  first.release()
  await pause(50)
  expect(pool.totalCount).toBe(0)
  expect((await pool.query('show transaction_read_only')).rows).toEqual([{ transaction_read_only: 'off' }])
  expect(lines.join('\n')).toContain('the database takes no writes, closing its connection and the idle ones')
  await pool.end()
})

test('LISTEN leaves a replica and is open again as soon as the primary answers', async () => {
  state.is_replica = true
  const opened = Promise.withResolvers<void>()
  const listening = listenOn(through, 'demoted_test', {
    notified: () => undefined,
    opened: opened.resolve,
    log,
    pauses_ms: [20],
  })
  const outcome = await Promise.race([opened.promise.then(() => 'opened'), pause(300, 'waits')])
  expect(outcome).toBe('waits')
  state.is_replica = false
  await opened.promise
  await listening.close()
})
