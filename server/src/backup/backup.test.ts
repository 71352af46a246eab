import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { SCHEMA } from '#db/schema-folders.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { deriveRollups, keepPartitions } from '#ledger/jobs/index.ts'
import { fileFaults, moveDays, openMovedDays } from '#moved-days/index.ts'
import { openTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { dropDatabase, inDatabase, randomName } from '#testing/db/server.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { bookCalls, liveCall } from '#testing/usage/calls.ts'
import { makeBackup, restoreBackup } from './index.ts'

const log = pino({ level: 'silent' })
const server = inject('testServer')
const grammar = { body: [{ text: 'Hello, my name is Ada.', language_code: 'en' }] }
const report = () => undefined
let app: TestApp
let work: string
const made: string[] = []

beforeAll(async () => {
  app = await openTestApp()
  work = mkdtempSync(join(tmpdir(), 'portico-backup-'))
})
afterAll(async () => {
  await app.close()
  for (const name of made) await dropDatabase(server, name)
  rmSync(work, { recursive: true, force: true })
})

/** An empty database of the owner, as an operator would make one. */
async function emptyDatabase() {
  const name = randomName('portico_restore')
  const { rows } = await app.database.owner.query('select quote_ident(current_user) as owner')
  await app.database.admin.query(`create database ${name} owner ${rows[0].owner}`)
  made.push(name)
  return createPool(inDatabase(server.url, name), log, 2)
}

async function backupTo(folder: string) {
  const client = await app.database.owner.connect()
  try {
    return await makeBackup(client, { folder, data_dir: app.data_dir, version: 'test', report })
  } finally {
    client.release(true)
  }
}

const everything = `select (select count(*)::int from usage_events) as calls, (select sum(balance_micros)::text from ledger_accounts) as money,
  (select count(*)::int from ledger_entries) as entries, (select count(*)::int from audit_log) as audit,
  (select count(*)::int from ledger_transactions) as booked,
  (select md5(string_agg(hash::text, ',' order by id)) from audit_log) as chain`

test('a backup taken while calls are booked is consistent, and its books balance in another database', async () => {
  const customer = await openCustomer(app)
  await app.addStaff({ email: 'staff@example.com' })
  let is_over = false
  const calling = (async () => {
    let calls = 0
    for (; !is_over || calls < 30; calls += 1)
      expect((await customer.call('/v3/content_generation/check_grammar/live', grammar)).http).toBe(200)
    return calls
  })()
  const folder = join(work, 'one')
  const manifest = await backupTo(folder)
  is_over = true
  await calling
  expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(2)

  const pool = await emptyDatabase()
  await restoreBackup(pool, { folder, data_dir: join(work, 'data'), schema: SCHEMA, log, report })
  const { db } = openPool(pool, false)
  expect(await checkBooks({ db })).toMatchObject({ balanced: true, discrepancies: [] })
  const { rows } = await pool.query('select count(*)::int as calls from usage_events')
  expect(rows[0].calls).toBe(manifest.tables.find(({ name }) => name === 'usage_events')?.rows)
  await pool.end()
})

test('a restored database has the same rows, sequences and partitions, and append-only rows still cannot be changed', async () => {
  const folder = join(work, 'two')
  await backupTo(folder)
  const pool = await emptyDatabase()
  await restoreBackup(pool, { folder, data_dir: join(work, 'data'), schema: SCHEMA, log, report })
  const [before, after] = [await app.database.owner.query(everything), await pool.query(everything)]
  expect(after.rows).toEqual(before.rows)
  const next = `select nextval(pg_get_serial_sequence('users', 'id')) as id`
  expect((await pool.query(next)).rows).toEqual((await app.database.owner.query(next)).rows)
  const parts = `select count(*)::int as parts from pg_inherits where inhparent = 'usage_events'::regclass`
  expect((await pool.query(parts)).rows).toEqual((await app.database.owner.query(parts)).rows)
  await expect(pool.query('update ledger_entries set amount_micros = 0')).rejects.toThrow(/append-only|only ever/)
  await expect(
    restoreBackup(pool, { folder, data_dir: join(work, 'data'), schema: SCHEMA, log, report }),
  ).rejects.toThrow(/database is in use/)
  // Functions are not in the backup: they are those of the Portico that restores.
  const functions = `select name, sha256 from schema_functions order by name`
  expect((await pool.query(functions)).rows).toEqual((await app.database.owner.query(functions)).rows)
  await pool.end()
})

test('a damaged or unfinished backup is refused before anything is written', async () => {
  const folder = join(work, 'three')
  await backupTo(folder)
  const file = join(folder, 'users.copy.gz')
  const bytes = readFileSync(file)
  bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1
  writeFileSync(file, bytes)
  const pool = await emptyDatabase()
  const plan = { folder, data_dir: join(work, 'data'), schema: SCHEMA, log, report }
  await expect(restoreBackup(pool, plan)).rejects.toThrow(/users\.copy\.gz is damaged/)
  rmSync(file)
  await expect(restoreBackup(pool, plan)).rejects.toThrow(/users\.copy\.gz is missing/)
  await expect(restoreBackup(pool, { ...plan, folder: work })).rejects.toThrow(/is no backup/)
  expect((await pool.query(`select to_regclass('users') as users`)).rows).toEqual([{ users: null }])
  await expect(backupTo(folder)).rejects.toThrow(/exists already/)
  await pool.end()
})

test('a backup of a newer Portico, or with another text of a migration, is refused with advice', async () => {
  const folder = join(work, 'four')
  await backupTo(folder)
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { migrations } = manifest
  const later = [...migrations, { number: migrations.length + 1, name: '9999_later', sha256: 'x' }]
  const other = migrations.with(-1, { ...migrations.at(-1), name: '9998_other', sha256: migrations[0].sha256 })
  const pool = await emptyDatabase()
  for (const [name, strange] of [
    ['9999_later', later],
    ['9998_other', other],
  ] as const) {
    writeFileSync(file, JSON.stringify({ ...manifest, migrations: strange }))
    await expect(
      restoreBackup(pool, { folder, data_dir: join(work, 'data'), schema: SCHEMA, log, report }),
    ).rejects.toThrow(`${name}, which this version does not have`)
  }
  await pool.end()
})

test('a backup has the files of moved days, and the restored installation reads the same calls from them', async () => {
  const { keep } = app.ctx.env
  const ctx = { ...app.ctx, env: { ...app.ctx.env, keep: { ...keep, hot_days: 35 } } }
  await keepPartitions(ctx, { days_back: 50 })
  const { id } = await app.addUser({ email: 'old@example.com' })
  const [own] = await accountLogins(ctx, id)
  const of = { login_id: own?.id ?? 0, login: own?.login ?? '' }
  const days = [42, 41].map((ago) => new Date(TEST_START.getTime() - ago * DAY_MS))
  await bookCalls(
    ctx,
    days.flatMap((at) => Array.from({ length: 5 }, (_, n) => liveCall({ ...of, at }, { tag: `tag-${n}`, results: n }))),
  )
  await deriveRollups(ctx)
  // Closing one day after the other up to today would take most of the time of this test.
  await app.database.owner.query(
    'insert into book_checkpoints (day, transactions, calls, checked_at) values ($1, 0, 0, now())',
    [utcDay(new Date(TEST_START.getTime() - 36 * DAY_MS))],
  )
  const span: [number, number] = [TEST_START.getTime() - 50 * DAY_MS, TEST_START.getTime() - 35 * DAY_MS]
  const old = `select md5(string_agg(u::text, ',' order by u.id)) as rows, count(*)::int as count
    from usage_events u where at < to_timestamp(${span[1] / 1000})`
  const before = (await app.database.owner.query(old)).rows
  expect(before[0].count).toBe(10)
  expect(await moveDays(ctx)).toBe(2)

  const folder = join(work, 'moved')
  await backupTo(folder)
  const pool = await emptyDatabase()
  const data_dir = join(work, 'moved-data')
  await restoreBackup(pool, { folder, data_dir, schema: SCHEMA, log, report })
  const { db } = openPool(pool, false)
  const restored = { ...ctx, db, readAs: () => db, env: { ...ctx.env, data_dir } }
  expect((await pool.query(old)).rows[0].count).toBe(0)
  expect(await fileFaults(restored)).toEqual([])
  await openMovedDays(restored).bringBack('usage', [of.login_id], [span])
  expect((await pool.query(old)).rows).toEqual(before)
  expect(await checkBooks({ db })).toMatchObject({ balanced: true, discrepancies: [] })
  await pool.end()
})
