import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { copyTemplate, dropDatabase, inDatabase, randomName } from '#testing/db/server.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { isStartProblem } from './start-problem.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const log = pino({ level: 'silent' })
const server = inject('testServer')
const location = mkdtempSync(join(tmpdir(), 'portico-migrate-'))
let name: string
let url: string
let pool: pg.Pool
let dir: string

beforeEach(async () => {
  name = randomName('portico_migrate')
  await copyTemplate({ ...server, template: 'template0' }, name)
  url = inDatabase(server.url, name)
  pool = createPool(url, log, 3)
  dir = join(location, name)
  mkdirSync(dir)
})
afterEach(async () => {
  await pool.end()
  await dropDatabase(server, name)
})
afterAll(() => rmSync(location, { recursive: true, force: true }))

const write = (file: string, sql: string) => writeFileSync(join(dir, file), sql)
const schema = () => ({ migrations: dir, version: '1.0.0' })
const history = async () =>
  (await pool.query('select name from schema_migrations order by number')).rows.map((r) => r.name)

async function refusal(): Promise<string> {
  try {
    await migrate(pool, schema(), log)
    return 'no problem'
  } catch (e) {
    if (isStartProblem(e)) return e.message
    throw e
  }
}

test('files run once, in order, and the number of new ones is returned', async () => {
  write('0002_fill.sql', 'insert into things values (1); insert into things values (2);')
  write('0001_things.sql', 'create table things (n int);')
  expect(await migrate(pool, schema(), log)).toBe(2)
  write('0003_more.sql', 'insert into things values (3)')
  expect(await migrate(pool, schema(), log)).toBe(1)
  expect(await migrate(pool, schema(), log)).toBe(0)
  expect((await pool.query('select n from things order by n')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await history()).toEqual(['0001_things', '0002_fill', '0003_more'])
})

test('an empty folder is no work, a missing one a start problem', async () => {
  expect(await migrate(pool, schema(), log)).toBe(0)
  rmSync(dir, { recursive: true })
  expect(await refusal()).toMatch(/^The migrations in .+ cannot be read: /)
})

test('a failing file is rolled back whole with its reason, earlier ones stay', async () => {
  write('0001_things.sql', 'create table things (n int);')
  write('0002_broken.sql', 'create table half (n int); select * from missing;')
  expect(await refusal()).toBe(
    'Migration 0002_broken failed and was undone: relation "missing" does not exist. Nothing was changed by it.',
  )
  expect(await history()).toEqual(['0001_things'])
  expect((await pool.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }])
  write('0002_broken.sql', 'create table half (n int);')
  expect(await migrate(pool, schema(), log)).toBe(1)
})

test('a changed or renamed file that was applied is refused, other line ends are no change', async () => {
  write('0001_things.sql', 'create table things (\n  n int\n);\n')
  await migrate(pool, schema(), log)
  write('0001_things.sql', 'create table things (\r\n  n int\r\n);\r\n')
  expect(await migrate(pool, schema(), log)).toBe(0)
  write('0001_things.sql', 'create table things (n bigint);')
  expect(await refusal()).toMatch(/^Migration 0001_things was already applied, and 0001_things\.sql is not the same/)
  rmSync(join(dir, '0001_things.sql'))
  write('0001_stuff.sql', 'create table things (\n  n int\n);\n')
  expect(await refusal()).toMatch(/^Migration 0001_things was already applied, and 0001_stuff\.sql is not the same/)
})

test('a gap, a number used twice and a malformed name are refused before anything runs', async () => {
  write('0001_a.sql', 'create table a ()')
  write('0003_c.sql', 'create table c ()')
  expect(await refusal()).toMatch(/number 2 is missing \(seen at 0003_c\)/)
  write('0002_b.sql', '')
  write('0002_bb.sql', '')
  expect(await refusal()).toMatch(/number 2 is used twice/)
  write('4_d.sql', '')
  expect(await refusal()).toMatch(/4_d\.sql must be named like/)
  expect((await pool.query(`select to_regclass('a') as a`)).rows).toEqual([{ a: null }])
})

test('a database newer than the code is refused', async () => {
  write('0001_a.sql', 'create table a ()')
  write('0002_b.sql', 'create table b ()')
  await migrate(pool, schema(), log)
  rmSync(join(dir, '0002_b.sql'))
  expect(await refusal()).toMatch(/^The database is newer than this Portico: it has migration 0002_b, which/)
})

test('of servers that start at once each succeeds and every file runs once', async () => {
  write('0001_things.sql', 'create table things (n int); select pg_sleep(0.3);')
  write('0002_fill.sql', 'insert into things values (1);')
  const pools = [pool, createPool(url, log, 2), createPool(url, log, 2)]
  const counts = await Promise.all(pools.map((each) => migrate(each, schema(), log)))
  expect(counts.sort()).toEqual([0, 0, 2])
  expect((await pool.query('select count(*) as n from things')).rows).toEqual([{ n: 1 }])
  await Promise.all(pools.slice(1).map((each) => each.end()))
})

test('a migration may exceed the time limits of requests and leaves them in force', async () => {
  write(
    '0001_slow.sql',
    `set local client_min_messages = error; create table slow as select current_setting('statement_timeout') as t`,
  )
  await migrate(pool, schema(), log)
  expect((await pool.query('select t from slow')).rows).toEqual([{ t: '0' }])
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }])
})

test('a server killed in the middle of a migration leaves it undone, and the next start does it', async () => {
  write('0001_things.sql', 'create table things (n int);')
  write('0002_long.sql', 'insert into things values (1); select pg_sleep(1);')
  const script = `
    const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))})
    const { createPool } = await import(${JSON.stringify(join(import.meta.dirname, 'pool.ts'))})
    const log = { info() {}, warn() {}, error() {} }
    await migrate(createPool(process.argv[1], log), { migrations: process.argv[2], version: '1.0.0' }, log)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, url, dir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isUnderWay = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where state = 'active' and query like 'insert into things%pg_sleep%'`,
      )
    ).rowCount === 1
  while (!(await isUnderWay())) await setTimeout(10)
  child.kill('SIGKILL')
  await once(child, 'exit')
  write('0002_long.sql', 'insert into things values (2);')
  expect(await migrate(pool, schema(), log)).toBe(1)
  expect((await pool.query('select n from things')).rows).toEqual([{ n: 2 }])
})

test('an older version starts on a newer database that allows it', async () => {
  write('0001_a.sql', 'create table a ()')
  write('0002_b.sql', '-- allows older\n-- One more table.\ncreate table b ()')
  await migrate(pool, schema(), log)
  rmSync(join(dir, '0002_b.sql'))
  expect(await migrate(pool, schema(), log)).toBe(0)
  write('0002_b.sql', '-- allows older\n-- One more table.\ncreate table b ()')
  write('0003_c.sql', 'alter table a add column n integer not null')
  await migrate(pool, schema(), log)
  rmSync(join(dir, '0003_c.sql'))
  rmSync(join(dir, '0002_b.sql'))
  expect(await refusal()).toMatch(/it has migration 0003_c, which .+ restore the backup .+ \(portico restore\)\.$/)
})

test('indexes of a later migration are built during writes, also on partitions, and again when one is left invalid', async () => {
  write(
    '0001_tables.sql',
    `create table plain (n integer); create table parts (n integer) partition by range (n);
      create table parts_1 partition of parts for values from (0) to (10); create table parts_2 partition of parts for values from (10) to (20);
      insert into plain values (1), (1)`,
  )
  await migrate(pool, schema(), log)
  write(
    '0002_indexes.sql',
    `-- concurrent, allows older
      create index concurrently if not exists plain_n on plain (n) where n > 0;
      create index concurrently if not exists parts_n on parts (n);`,
  )
  // As a build that was killed leaves it.
  await expect(pool.query('create unique index concurrently plain_n on plain (n)')).rejects.toThrow(/could not create/)
  const writer = await pool.connect()
  await writer.query('begin; insert into parts values (1), (11)')
  const building = migrate(pool, schema(), log)
  const isBuilding = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where query ~ '^create index .* on only "?parts' and pid <> pg_backend_pid() and datname = $1`,
        [name],
      )
    ).rowCount === 1
  while (!(await isBuilding())) await setTimeout(10)
  await writer.query('insert into plain values (2); commit')
  writer.release()
  expect(await building).toBe(1)
  const { rows } = await pool.query(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid in ('plain'::regclass, 'parts'::regclass) order by 1`,
  )
  expect(rows).toEqual([
    { name: 'parts_n', valid: true },
    { name: 'plain_n', valid: true },
  ])
  write('0003_more.sql', '-- concurrent\ndrop table plain')
  expect(await refusal()).toMatch(/^Migration 0003_more is marked concurrent, so each statement must be/)
})
