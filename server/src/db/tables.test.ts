import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { readWrittenTables, type WrittenColumn, type WrittenTables } from '#testing/db/written-tables.ts'

/** A column as the database has it. */
interface Column {
  kind: string
  is_nullable: boolean
  /** Values of a check constraint that allows only these. */
  words: string[] | undefined
  has_default: boolean
  /** Filled by the database alone: a row that names it is refused. */
  is_generated: boolean
}
type Schema = Record<string, Record<string, Column>>

const KINDS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  inet: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
}

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function readSchema(pool: pg.Pool): Promise<Schema> {
  const { rows } = await pool.query(`
    select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as is_nullable,
        a.atthasdef or a.attidentity <> '' as has_default, a.attidentity = 'a' or a.attgenerated <> '' as is_generated,
        (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(+' || a.attname || ' = ANY \\(ARRAY\\[') limit 1) as "check"
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped`)
  const found: Schema = {}
  for (const { table, name, type, check, ...rest } of rows) {
    const one = KINDS[type.replace(/^_/, '')] ?? `${type}, which no type is known for`
    const words = check && [...check.replace(/\]\).*/, '').matchAll(/'([^']*)'::text/g)].map(([, word]) => word)
    found[table] ??= {}
    found[table][name] = { kind: type.startsWith('_') ? `${one}[]` : one, words: words ?? undefined, ...rest }
  }
  return found
}

/** Each way in which tables.ts differs from the database, by the name of the table or column. */
function differences(found: Schema, written: WrittenTables): string[] {
  const names = (...of: object[]) => [...new Set(of.flatMap(Object.keys))].sort()
  return names(found, written).flatMap((table) => {
    const [real, believed] = [found[table], written[table]]
    if (!real) return [`${table} is not in the database`]
    if (!believed) return [`${table} is not in tables.ts`]
    return names(real, believed).flatMap((name) => faultsOf(`${table}.${name}`, real[name], believed[name]))
  })
}

function faultsOf(location: string, real: Column | undefined, believed: WrittenColumn | undefined): string[] {
  if (!real) return [`${location} is not in the database`]
  if (!believed) return [`${location} is not in tables.ts`]
  const typeOf = ({ kind, is_nullable }: Pick<Column, 'kind' | 'is_nullable'>) => kind + (is_nullable ? ' | null' : '')
  const list = (words: string[]) => words.toSorted().join(', ')
  const { insert, words } = believed
  const faults: (string | false)[] = [
    typeOf(real) !== typeOf(believed) && `is ${typeOf(real)} and not ${typeOf(believed)}`,
    real.words !== undefined &&
      words !== undefined &&
      list(real.words) !== list(words) &&
      `may be ${list(real.words)} and not ${list(words)}`,
    insert.is_optional && !real.has_default && !real.is_nullable && 'has no default, so that no row can leave it out',
    insert.is_nullable && !real.is_nullable && 'cannot be null in a new row',
    insert.is_allowed && real.is_generated && 'is filled by the database alone',
    // JSON is read as values and written as text.
    insert.is_allowed &&
      insert.kind !== (real.kind === 'json' ? 'string' : real.kind) &&
      `is written as ${real.kind} and not as ${insert.kind}`,
  ]
  return faults.flatMap((fault) => (fault ? [`${location} ${fault}`] : []))
}

test('the columns of tables.ts are those of the database: name, type, null, values, default', async () => {
  const [found, written] = [await readSchema(database.owner), await readWrittenTables()]
  expect(Object.keys(found).length).toBeGreaterThan(80)
  const checked = Object.values(found)
    .flatMap(Object.values)
    .filter(({ words }) => words !== undefined)
  expect(checked.length).toBeGreaterThan(20)
  expect(differences(found, written)).toEqual([])
})

test('a column that differs from tables.ts is named', async () => {
  const other = await openTestDatabase()
  try {
    await other.owner.query(`
      alter table passkeys alter counter type text, alter name drop not null, alter transports type text;
      alter table users add extra integer, alter language drop default;
      alter table notices drop constraint notices_kind_check, add check (kind in ('maintenance', 'prices', 'news')), drop text;
      alter table erased_days alter day type timestamptz;
      alter table subscriptions alter access_until set not null;
      alter table failed_sign_ins drop tries, add tries integer not null generated always as (1) stored;
      create table extra (id integer)`)
    expect(differences(await readSchema(other.owner), await readWrittenTables())).toEqual([
      'erased_days.day is Date and not string',
      'erased_days.day is written as Date and not as string',
      'extra is not in tables.ts',
      'failed_sign_ins.tries is filled by the database alone',
      'notices.kind may be maintenance, news, prices and not maintenance, prices',
      'notices.text is not in the database',
      'passkeys.counter is string and not number',
      'passkeys.counter is written as string and not as number',
      'passkeys.name is string | null and not string',
      'passkeys.transports is string and not json',
      'subscriptions.access_until is Date and not Date | null',
      'subscriptions.access_until cannot be null in a new row',
      'users.extra is not in tables.ts',
      'users.language has no default, so that no row can leave it out',
    ])
  } finally {
    await other.close()
  }
})
