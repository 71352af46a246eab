import { readFileSync } from 'node:fs'
import { type Node, parseSync } from 'oxc-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'

interface Column {
  /** As TypeScript sees its value: number, string, boolean, Date, Buffer, json, or an array of one of them. */
  kind: string
  is_nullable: boolean
  /** Whether a row may be added without it. */
  has_default: boolean
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

test('the columns TypeScript believes in are those of the database: name, kind, null and default', async () => {
  const { rows } = await database.owner.query(`
    select c.table_name as "table", c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as is_nullable,
        c.column_default is not null or c.is_identity = 'YES' as has_default
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        and not exists (select from pg_inherits i join pg_class p on p.oid = i.inhrelid where p.relname = c.table_name)`)
  const found: Schema = {}
  for (const { table, name, type, is_nullable, has_default } of rows) {
    const one = KINDS[type.replace(/^_/, '')] ?? type
    found[table] ??= {}
    found[table][name] = { kind: type.startsWith('_') ? `${one}[]` : one, is_nullable, has_default }
  }
  const believed = readTables()
  expect(Object.keys(believed).sort()).toEqual(Object.keys(found).sort())
  for (const [table, columns] of Object.entries(believed)) {
    expect(Object.keys(columns).sort(), table).toEqual(Object.keys(found[table] ?? {}).sort())
    for (const [name, column] of Object.entries(columns)) {
      const real = found[table]?.[name]
      expect({ table, name, kind: column.kind, is_nullable: column.is_nullable }).toEqual({
        table,
        name,
        kind: column.kind === 'json' || real?.kind === 'json' ? column.kind : real?.kind,
        is_nullable: real?.is_nullable,
      })
      // What TypeScript lets be left out must have a default, or be null.
      if (column.has_default)
        expect({ table, name, ok: real?.has_default || real?.is_nullable }).toMatchObject({ ok: true })
    }
  }
})

/** The interface as it is written, its helper types understood by name. */
function readTables(): Schema {
  const file = new URL('./tables.ts', import.meta.url)
  const { program } = parseSync('tables.ts', readFileSync(file, 'utf8'))
  const shapes = new Map<string, Record<string, Node>>()
  const aliases = new Map<string, Node>()
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'TSInterfaceDeclaration') shapes.set(declared.id.name, membersOf(declared.body.body))
    if (declared?.type === 'TSTypeAliasDeclaration') aliases.set(declared.id.name, declared.typeAnnotation)
  }
  const columnsOf = (type: Node): Record<string, Node> => {
    if (type.type === 'TSTypeLiteral') return membersOf(type.members)
    if (type.type === 'TSIntersectionType') return Object.assign({}, ...type.types.map(columnsOf))
    if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
      return shapes.get(type.typeName.name) ?? {}
    throw new Error(`a table is written as ${type.type}`)
  }
  const tables = shapes.get('Tables') ?? {}
  return Object.fromEntries(
    Object.entries(tables).map(([table, type]) => [
      table,
      Object.fromEntries(Object.entries(columnsOf(type)).map(([name, column]) => [name, columnOf(column, aliases)])),
    ]),
  )
}

function membersOf(members: Node[]): Record<string, Node> {
  const entries = members.flatMap((member): [string, Node][] => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation) return []
    return [[member.key.name, member.typeAnnotation.typeAnnotation]]
  })
  return Object.fromEntries(entries)
}

function columnOf(type: Node, aliases: Map<string, Node>): Column {
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    const [first] = type.typeArguments?.params ?? []
    const name = type.typeName.name
    if (name === 'Given' && first) return columnOf(first, aliases)
    if (name === 'Later' && first) return { ...columnOf(first, aliases), is_nullable: true, has_default: true }
    if ((name === 'Generated' || name === 'GeneratedAlways') && first)
      return { ...columnOf(first, aliases), has_default: true }
    if ((name === 'ColumnType' || name === 'JSONColumnType') && first) return columnOf(first, aliases)
    if (name === 'Date' || name === 'Buffer') return { kind: name, is_nullable: false, has_default: false }
    if (name === 'Array' || name === 'Record' || name === 'BrandColumn')
      return { kind: 'json', is_nullable: false, has_default: false }
    const alias = aliases.get(name)
    // A type of the contract is a list of words.
    return alias ? columnOf(alias, aliases) : { kind: 'string', is_nullable: false, has_default: false }
  }
  if (type.type === 'TSUnionType') {
    const rest = type.types.filter((one) => one.type !== 'TSNullKeyword')
    const [first] = rest
    if (!first) throw new Error('a column that is always null')
    return { ...columnOf(first, aliases), is_nullable: rest.length < type.types.length }
  }
  if (type.type === 'TSArrayType') {
    const { kind } = columnOf(type.elementType, aliases)
    return { kind: kind === 'json' ? 'json' : `${kind}[]`, is_nullable: false, has_default: false }
  }
  return { kind: kindOf(type), is_nullable: false, has_default: false }
}

function kindOf(type: Node): string {
  if (type.type === 'TSNumberKeyword') return 'number'
  if (type.type === 'TSBooleanKeyword') return 'boolean'
  if (type.type === 'TSStringKeyword') return 'string'
  if (type.type === 'TSLiteralType') return 'string'
  return 'json'
}
