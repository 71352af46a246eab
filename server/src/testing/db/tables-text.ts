import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  is_nullable: boolean
  has_default: boolean
  /** Filled by the database alone: a row that names it is refused. */
  is_generated: boolean
  /** The server has no right to change it. */
  is_fixed: boolean
  /** A check constraint that allows only these values. */
  check: string | null
}

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
  json: 'unknown',
  jsonb: 'unknown',
}

const LINE_MAX = 120
const HEAD = `// Written from the migrated database by \`npm run db:types\`.

import type { Always, ColumnTypes as Its, Default, Fixed, Json, Nullable } from './column-types.ts'

`

/** The text of tables.ts: each table with its columns, as the server's role may read and write them. */
export async function tablesText(owner: pg.Pool, app_role: string, own_types: Set<string>): Promise<string> {
  const { rows } = await owner.query<Column>(
    `select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as is_nullable,
        a.atthasdef or a.attidentity <> '' as has_default, a.attidentity = 'a' or a.attgenerated <> '' as is_generated,
        not has_column_privilege($1, c.oid, a.attnum, 'update') as is_fixed,
        (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(+' || a.attname || ' = ANY \\(ARRAY\\[') order by k.conname limit 1) as "check"
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped
      order by c.relname collate "C", a.attnum`,
    [app_role],
  )
  const unused = new Set(own_types)
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => {
    const lines = columns.map((column) => {
      const key = `${table}.${column.name}`
      return `${column.name}: ${typeOf(column, unused.delete(key) ? `Its['${key}']` : undefined)}`
    })
    const short = `  ${table}: { ${lines.join('; ')} }\n`
    return short.length <= LINE_MAX ? short : `  ${table}: {\n${lines.map((line) => `    ${line}\n`).join('')}  }\n`
  })
  if (unused.size > 0) throw new Error(`column-types.ts has columns that do not exist: ${[...unused].join(', ')}`)
  return `${HEAD}export interface Tables {\n${tables.join('')}}\n`
}

function typeOf(column: Column, own: string | undefined): string {
  const { type, check, is_nullable, has_default, is_generated, is_fixed } = column
  const words = [...(check ?? '').replace(/\]\).*/, '').matchAll(/'([^']*)'::text/g)].map(([, word]) => `'${word}'`)
  const kind = KINDS[type.replace(/^_/, '')]
  if (!kind) throw new Error(`${column.table}.${column.name} is ${type}, which no type is known for`)
  const plain = own ?? (words.join(' | ') || kind)
  const one = type.startsWith('_') && !own ? `${plain}[]` : plain
  if (is_generated) return `Always<${is_nullable ? `${one} | null` : one}>`
  const json = kind === 'unknown' ? `Json<${one}>` : one
  const written = is_nullable ? `Nullable<${json}>` : has_default ? `Default<${json}>` : json
  return is_fixed ? `Fixed<${written}>` : written
}
