import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { tablesText } from '#testing/db/tables-text.ts'
import { sharedDatabase } from '#testing/shared-app.ts'

const own = new Set(
  [...readFileSync(`${import.meta.dirname}/column-types.ts`, 'utf8').matchAll(/^ {2}'([\w.]+)':/gm)].map(
    ([, column = '']) => column,
  ),
)

const database = sharedDatabase()

async function textOf({ owner, pool }: TestDatabase, own_types = own) {
  const { rows } = await pool.query('select current_user as role')
  return tablesText(owner, rows[0]?.role, own_types)
}

test('tables.ts is what `npm run db:types` writes from the migrated database', async () => {
  const file = join(import.meta.dirname, 'tables.ts')
  const biome = join(import.meta.dirname, '../../../node_modules/.bin/biome')
  const formatted = spawnSync(biome, ['check', '--write', `--stdin-file-path=${file}`], {
    input: await textOf(database),
    encoding: 'utf8',
  })
  expect(formatted).toMatchObject({ status: 0 })
  expect(own.size).toBeGreaterThan(30)
  await expect(formatted.stdout, 'tables.ts is stale: run `npm run db:types`').toMatchFileSnapshot('tables.ts')
})

test('a column is written as the database has it: name, type, null, words, default, rights', async () => {
  const other = await openTestDatabase()
  try {
    await other.owner.query(`
      create table extra (
        id integer primary key generated always as identity, n bigint not null, maybe text, at timestamptz not null default now(),
        kind text not null check (kind in ('a', 'b')), list text[] not null, body jsonb not null, facts jsonb default '{}',
        twice integer not null generated always as (1) stored, fixed date not null, gone integer);
      alter table extra drop gone;
      grant select, insert, update on extra to public; revoke update on extra from public;
      grant update (n, maybe, at, kind, list, body, facts) on extra to public`)
    const text = await textOf(other, new Set([...own, 'extra.facts']))
    expect(text.slice(text.indexOf('  extra: {'), text.indexOf('  failed_sign_ins: {'))).toBe(`  extra: {
    id: Always<number>
    n: number
    maybe: Nullable<string>
    at: Default<Date>
    kind: 'a' | 'b'
    list: string[]
    body: Json<unknown>
    facts: Nullable<Json<Its['extra.facts']>>
    twice: Always<number>
    fixed: Fixed<string>
  }
`)
    await expect(textOf(other, new Set([...own, 'extra.gone']))).rejects.toThrow('do not exist: extra.gone')
    await other.owner.query('alter table extra add shape point')
    await expect(textOf(other)).rejects.toThrow('extra.shape is point, which no type is known for')
  } finally {
    await other.close()
  }
})
