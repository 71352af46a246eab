import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from './db.ts'
import { type Embedded, startEmbedded } from './embedded/embedded.ts'
import { checkGiven } from './given.ts'
import { isStartProblem } from './start-problem.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const log = pino({ level: 'silent' })
const SECRET = 'hunter2-very-secret'
let location: string
let server: Embedded

beforeAll(async () => {
  location = mkdtempSync(join(tmpdir(), 'portico-given-'))
  chmodSync(location, 0o711)
  server = await startEmbedded({ dataDir: location, log, isDurable: false })
  const hba = join(location, 'pg/pg_hba.conf')
  writeFileSync(hba, `local all locked scram-sha-256\n${readFileSync(hba, 'utf8')}`)
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  await client.query(`create role locked login password '${SECRET}'`)
  await client.query('select pg_reload_conf()')
  await client.end()
})
afterAll(async () => {
  await server.stop()
  rmSync(location, { recursive: true, force: true })
})

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '/nowhere', log })

async function lineOf(databaseUrl: string): Promise<string> {
  try {
    await (await open(databaseUrl)).close()
    return 'no problem'
  } catch (e) {
    if (!isStartProblem(e)) throw e
    expect(e.message).not.toContain('\n')
    expect(e.message).not.toContain(SECRET)
    return e.message
  }
}

function as(user: string, password: string, database = 'portico') {
  const url = new URL(server.url)
  url.pathname = database
  url.searchParams.set('user', user)
  url.searchParams.set('password', password)
  return url.href
}

test('a given PostgreSQL is used, and is not stopped by us', async () => {
  const database = await open(as('locked', SECRET))
  expect(database.embedded).toBe(false)
  expect((await database.pool.query('select current_user as who')).rows).toEqual([{ who: 'locked' }])
  await database.close()
})

test('a wrong password, user or database is named, the password never', async () => {
  expect(await lineOf(as('locked', `${SECRET}x`))).toMatch(/^User or password is not accepted by .+ Check both/)
  expect(await lineOf(as('nobody_here', SECRET))).toMatch(/^User or password is not accepted/)
  expect(await lineOf(as('locked', SECRET, 'nothing'))).toMatch(/^There is no such database in .+\/nothing\. Create it/)
})

test('a PostgreSQL that takes no changes, such as a replica, is refused with one line', async () => {
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  await client.query('create database replica')
  await client.query('alter database replica set default_transaction_read_only = on')
  await client.end()
  expect(await lineOf(as('locked', SECRET, 'replica'))).toMatch(
    /^The PostgreSQL of DATABASE_URL at .+\/replica takes no changes: .+ address of the primary\.$/,
  )
})

test('an invalid address is refused without repeating it', async () => {
  const line = /^DATABASE_URL is not a PostgreSQL address\. Write postgres:\/\/user:password@host:5432\/database/
  for (const url of [
    'nonsense',
    `mysql://u:${SECRET}@localhost/x`,
    `postgres://u:#${SECRET}@localhost/x`,
    `postgres://u:12/${SECRET}@localhost/x`,
    `postgres://u:12?${SECRET}@localhost/x`,
  ]) {
    expect(await lineOf(url)).toMatch(line)
  }
})

test('a host that does not exist is named', async () => {
  expect(await lineOf(`postgres://u:${SECRET}@no-such-host.invalid/x`)).toMatch(
    /^Cannot find the host of the PostgreSQL of DATABASE_URL at no-such-host\.invalid:5432\/x\./,
  )
})

test('a port where nothing listens is named, not waited for', async () => {
  expect(await lineOf(`postgres://u:${SECRET}@127.0.0.1:1/x`)).toMatch(/^Nothing answers for .+ at 127\.0\.0\.1:1\/x\./)
})

test('a PostgreSQL older than 15 is refused with its version', async () => {
  const old = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const isStart = data.length > 8 && data.readInt32BE(4) === 196_608
      if (isStart) socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', Buffer.from('I'))]))
      else if (data[0] === 0x51) socket.write(answer('140011'))
    })
  })
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
  const { port } = old.address() as AddressInfo
  const line = await lineOf(`postgres://u:${SECRET}@127.0.0.1:${port}/x?sslmode=disable`)
  expect(line).toBe(`The PostgreSQL at 127.0.0.1:${port}/x is version 14. Portico needs 15 or newer.`)
  old.close()
})

/** One message of the PostgreSQL wire protocol. */
function message(type: string, body: Uint8Array | number[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, Uint8Array.from(body)])
}

/** One row with one int4 column `number`, the way an old server would send its version. */
function answer(value: string): Buffer {
  const int4 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]
  return Buffer.concat([
    message('T', [0, 1, ...Buffer.from('number\0'), ...int4]),
    message('D', [0, 1, 0, 0, 0, value.length, ...Buffer.from(value)]),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ])
}

test('a pooler that accepts no connection settings is refused with one line', async () => {
  const text = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
  const reply = Buffer.alloc(5 + text.length)
  reply.write('E')
  reply.writeInt32BE(4 + text.length, 1)
  reply.write(text, 5)
  const pooler = createServer((socket) => socket.once('data', () => socket.end(reply))).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  const refusal = await checkGiven(`postgres://me:hunter2@127.0.0.1:${port}/x`).catch((error) => error)
  expect(isStartProblem(refusal)).toBe(true)
  expect(refusal.message).toMatch(
    /^DATABASE_URL leads to a connection pooler such as PgBouncer at 127\.0\.0\.1:\d+\/x\./,
  )
  pooler.close()
})
