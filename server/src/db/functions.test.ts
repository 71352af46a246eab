import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '#testing/db/database.ts'
import { copyTemplate, dropDatabase, inDatabase, randomName } from '#testing/db/server.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { readMigrations } from './read-migrations.ts'
import { SCHEMA } from './schema-folders.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const log = pino({ level: 'silent' })
const server = inject('testServer')
const FUNCTIONS = join(import.meta.dirname, 'functions')
/** From here on migrations hold tables, and functions are written in their files. */
const LAST_WITH_FUNCTIONS = 53

const fresh = await openTestDatabase()
afterAll(() => fresh.close())

async function emptyDatabase(): Promise<pg.Pool> {
  const name = randomName('portico_functions')
  await copyTemplate({ ...server, template: 'template0' }, name)
  const pool = createPool(inDatabase(server.url, name), log, 2)
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(server, name)
  })
  return pool
}

/** The definition of a function, without its grants, which every start sets. */
async function functionsOf(pool: pg.Pool): Promise<{ name: string; definition: string; is_public: boolean }[]> {
  const { rows } = await pool.query(
    `select p.oid::regprocedure::text as name,
        case p.prokind when 'a' then (select row (a.*)::text from (
            select aggtransfn, aggcombinefn, agginitval, aggtranstype::regtype, p.proparallel from pg_aggregate where aggfnoid = p.oid) a)
          else pg_get_functiondef(p.oid) end as definition,
        exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where g.grantee = 0) as is_public
      from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  return rows
}

test('a database that comes from any older state has the functions of a fresh one', async () => {
  const expected = await functionsOf(fresh.owner)
  const pool = await emptyDatabase()
  for (const { number } of readMigrations(SCHEMA.migrations)) await migrate(pool, SCHEMA, log, number)
  await migrate(pool, SCHEMA, log)
  expect(await functionsOf(pool)).toEqual(expected)
  // And from functions that differed: emptied, without their settings, open to all roles, or gone.
  await pool.query(`
    create or replace function meter(_logins integer[], _settles json, _voids uuid[], _holds json) returns setof meter_verdict
      language plpgsql as 'begin end';
    alter function reader_people() reset search_path; grant execute on function reader_people() to public;
    alter function apply_ledger_entries() security invoker; drop function sso_demanded(integer, integer)`)
  await pool.query(`update schema_functions set sha256 = 'of an older text', version = '0.0.1'`)
  await migrate(pool, SCHEMA, log)
  expect(await functionsOf(pool)).toEqual(expected)
})

test('every function of the database is written in a file, and files hold only functions and their rights', async () => {
  const files = readdirSync(FUNCTIONS).map((file) => ({ file, text: readFileSync(join(FUNCTIONS, file), 'utf8') }))
  const written = files.flatMap(({ text }) =>
    [...text.matchAll(/^create or replace (?:function|aggregate) (\w+)/gm)].map(([, name]) => name),
  )
  const found = (await functionsOf(fresh.owner)).map(({ name }) => name.replace(/\(.*/, ''))
  expect(found.toSorted()).toEqual(written.toSorted())
  for (const { file, text } of files) {
    const statements = text
      .replaceAll(/\$\$[\s\S]*?\$\$/g, "''")
      .replaceAll(/^\s*--.*$/gm, '')
      .split(/;\s*\n/)
      .map((statement) => statement.trim())
      .filter(Boolean)
    for (const statement of statements)
      expect(statement, file).toMatch(/^(create or replace (function|aggregate) \w+|revoke execute on function \w+)\(/)
  }
})

test('a migration replaces no function: the text in force is the one in its file', () => {
  const late = readMigrations(SCHEMA.migrations).filter(({ number }) => number > LAST_WITH_FUNCTIONS)
  const wrong = late.filter(({ sql }) => /create or replace (function|aggregate)|pg_get_functiondef/i.test(sql))
  expect(wrong.map(({ name }) => `${name}: edit the file in server/src/db/functions instead`)).toEqual([])
})

test('a start with an edited file changes that function and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-edited-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(FUNCTIONS, folder, { recursive: true })
  const file = join(folder, 'call-ids.sql')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace("return timezone('UTC', at)::date", "return timezone('utc', at)::date"),
  )
  const other = await openTestDatabase()
  onTestFinished(() => other.close())
  const before = await functionsOf(other.owner)
  await migrate(other.owner, { ...SCHEMA, functions: folder }, log)
  const after = await functionsOf(other.owner)
  const changed = after.filter(({ definition }, index) => definition !== before[index]?.definition)
  expect(changed.map(({ name }) => name)).toEqual(['utc_day(timestamp with time zone)'])
  await migrate(other.owner, SCHEMA, log)
  expect(await functionsOf(other.owner)).toEqual(before)
})
