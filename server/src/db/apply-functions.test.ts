import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { copyTemplate, dropDatabase, inDatabase, randomName } from '#testing/db/server.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { isStartProblem } from './start-problem.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const server = inject('testServer')
const location = mkdtempSync(join(tmpdir(), 'portico-functions-'))
let lines: { msg: string; functions?: string[] }[]
const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) })
let name: string
let pool: pg.Pool
let dir: string

beforeEach(async () => {
  lines = []
  name = randomName('portico_functions')
  await copyTemplate({ ...server, template: 'template0' }, name)
  pool = createPool(inDatabase(server.url, name), log, 3)
  dir = join(location, name)
  for (const folder of ['migrations', 'functions']) mkdirSync(join(dir, folder), { recursive: true })
  migration('0001_things.sql', 'create table things (n integer)')
})
afterEach(async () => {
  await pool.end()
  await dropDatabase(server, name)
})
afterAll(() => rmSync(location, { recursive: true, force: true }))

const migration = (file: string, sql: string) => writeFileSync(join(dir, 'migrations', file), sql)
const write = (file: string, sql: string) => writeFileSync(join(dir, 'functions', file), sql)
const remove = (file: string) => rmSync(join(dir, 'functions', file))
const returning = (fn: string, value: string) =>
  `create or replace function ${fn}() returns integer language sql return ${value};\n`
const schema = (version = '1.0.0') => ({
  migrations: join(dir, 'migrations'),
  functions: join(dir, 'functions'),
  version,
})
const start = (version?: string) => migrate(pool, schema(version), log)
const one = async (expression: string) => (await pool.query(`select ${expression} as it`)).rows[0].it
/** Files applied since the last call, start by start. */
const applied = () => {
  const found = lines.filter(({ msg }) => msg === 'database functions applied').map(({ functions }) => functions)
  lines = []
  return found
}
async function refusal(): Promise<string> {
  try {
    await start()
    return 'no problem'
  } catch (e) {
    if (isStartProblem(e)) return e.message
    throw e
  }
}

test('functions are applied after the migrations, once; only a changed one is replaced', async () => {
  write(
    'count.sql',
    'create or replace function count_things() returns bigint language sql return (select count(*) from things);',
  )
  write('one.sql', returning('one', '1'))
  await start()
  expect(applied()).toEqual([['count', 'one']])
  const written = () =>
    one(`(select array_agg(proname || xmin order by 1) from pg_proc where pronamespace = 'public'::regnamespace)`)
  const before = await written()
  await start()
  expect(applied()).toEqual([])
  expect(await written()).toEqual(before)
  write('one.sql', returning('one', '2'))
  await start()
  expect(applied()).toEqual([['one']])
  expect(await one('one()')).toBe(2)
  expect((await written())[0]).toBe(before[0])
  write('one.sql', returning('one', '2').replaceAll('\n', '\r\n'))
  await start()
  expect(applied(), 'other line ends are no change').toEqual([])
})

test('a function is applied after those it names, whatever the files are called', async () => {
  write('a.sql', `-- Not before m(), which is in c.sql.\n${returning('a', 'm() + z()')}`)
  write('b.sql', returning('z', '20'))
  write('c.sql', returning('m', 'z() + 1'))
  await start()
  expect(applied()).toEqual([['b', 'c', 'a']])
  expect(await one('a()')).toBe(41)
})

test('files that cannot be applied in any order, or not at all, are refused before anything changes', async () => {
  write('a.sql', returning('a', 'b()'))
  write('b.sql', returning('b', 'a()'))
  expect(await refusal()).toBe('The functions of a.sql, b.sql need each other. Put them into one file.')
  write('b.sql', returning('b', '1') + returning('a', '1'))
  expect(await refusal()).toBe('The function a is written in a.sql and in b.sql.')
  write('b.sql', 'create function b() returns integer language sql return 1')
  expect(await refusal()).toMatch(/b\.sql has no line "create or replace function …"\.$/)
  remove('b.sql')
  write('B_.sql', returning('b', '1'))
  expect(await refusal()).toMatch(/B_\.sql must be named like call-ids\.sql\.$/)
  rmSync(join(dir, 'functions'), { recursive: true })
  expect(await refusal()).toMatch(/^The functions in .+ cannot be read: .+ Install Portico again\.$/)
  expect(await one(`(select count(*)::int from pg_proc where proname in ('a', 'b'))`)).toBe(0)
})

test('of several changed files all are applied or none, and the next start completes them', async () => {
  write('a.sql', returning('a', '1'))
  write('b.sql', returning('b', '1'))
  await start()
  write('a.sql', returning('a', '2'))
  write('b.sql', returning('b', 'missing()'))
  expect(await refusal()).toBe(
    'The functions of b.sql could not be applied: function missing() does not exist. No function was changed.',
  )
  expect([await one('a()'), await one('b()')]).toEqual([1, 1])
  write('b.sql', returning('b', '2'))
  await start()
  expect([await one('a()'), await one('b()')]).toEqual([2, 2])
})

test('another result type is refused, and works with a migration that drops the function', async () => {
  write('a.sql', returning('a', '1'))
  await start()
  write('a.sql', 'create or replace function a() returns text language sql return 1::text;')
  expect(await refusal()).toMatch(/^The functions of a\.sql could not be applied: cannot change return type/)
  migration('0002_a.sql', 'drop function a()')
  await start()
  expect(await one('a()')).toBe('1')
})

test('a function that a migration dropped or replaced is restored, also after a kill in between', async () => {
  write('a.sql', returning('a', '1'))
  write('b.sql', returning('b', '1'))
  await start()
  applied()
  migration('0002_drop.sql', `drop function a(); ${returning('b', '5')}`)
  const { functions: _, ...killed } = schema()
  await migrate(pool, killed, log)
  await expect(one('a()')).rejects.toThrow('does not exist')
  await start()
  expect(applied()).toEqual([['a', 'b']])
  expect([await one('a()'), await one('b()')]).toEqual([1, 1])
})

test('an older Portico that starts beside a newer one leaves its functions alone and logs that', async () => {
  write('a.sql', returning('a', '1'))
  write('b.sql', returning('b', '1'))
  await start('1.9.0')
  write('a.sql', returning('a', '2'))
  await start('1.10.0')
  write('a.sql', returning('a', '1'))
  applied()
  await start('1.9.0')
  expect(lines).toMatchObject([
    { msg: 'database functions of a newer Portico are left as they are', functions: ['a', 'b'] },
  ])
  expect(applied()).toEqual([])
  expect(await one('a()')).toBe(2)
  // Functions of a newer migration are newer, too, also where the version has not changed yet.
  write('a.sql', returning('a', '3'))
  migration('0002_more.sql', '-- allows older\ncreate table more ()')
  await start('1.10.0')
  rmSync(join(dir, 'migrations', '0002_more.sql'))
  write('a.sql', returning('a', '2'))
  await start('1.10.0')
  expect(await one('a()')).toBe(3)
  // Within one version the last one that starts wins: so it is while a function is being written.
  migration('0002_more.sql', '-- allows older\ncreate table more ()')
  write('a.sql', returning('a', '4'))
  await start('1.10.0')
  expect(await one('a()')).toBe(4)
})

test('of servers that start at once one applies the functions', async () => {
  for (const fn of ['a', 'b', 'c']) write(`${fn}.sql`, returning(fn, '1'))
  await Promise.all([start(), start(), start()])
  expect(applied()).toEqual([['a', 'b', 'c']])
})

test('a removed file is no longer in the list; a migration drops its function', async () => {
  write('a.sql', returning('a', '1'))
  write('b.sql', returning('b', '1'))
  await start()
  remove('b.sql')
  migration('0002_b.sql', 'drop function b()')
  await start()
  expect((await pool.query('select name, version, migration from schema_functions')).rows).toEqual([
    { name: 'a', version: '1.0.0', migration: 2 },
  ])
})

test('SEC-L13 a function that runs as its owner finds our tables first, for any search_path of its caller', async () => {
  await pool.query(`create schema own; alter database ${name} set search_path = own, public`)
  await pool.end()
  pool = createPool(inDatabase(server.url, name), log, 3)
  write(
    'count.sql',
    `create or replace function count_things() returns bigint language sql security definer
      set search_path from current as $$ select count(*) from things $$;
    revoke execute on function count_things() from public;`,
  )
  await start()
  expect(await one(`(select proconfig[1] from pg_proc where proname = 'count_things')`)).toBe(
    'search_path=own, pg_temp',
  )
  const caller = await pool.connect()
  await caller.query('set search_path = pg_temp; create temp table things (n integer); insert into things values (1)')
  expect((await caller.query('select own.count_things() as count')).rows).toEqual([{ count: 0 }])
  caller.release(true)
})
