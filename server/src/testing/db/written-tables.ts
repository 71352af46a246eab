import { readFileSync } from 'node:fs'
import { type Node, parseSync } from 'oxc-parser'

/** A column as declared in `tables.ts`. */
export interface WrittenColumn {
  /** The type that is read: number, string, boolean, Date, Buffer, json, or an array of one of them. */
  kind: string
  is_nullable: boolean
  /** The allowed values, if the column has a list of them. */
  words: string[] | undefined
  /** The type that a new row may set. */
  insert: { is_allowed: boolean; kind: string; is_nullable: boolean; is_optional: boolean }
}
export type WrittenTables = Record<string, Record<string, WrittenColumn>>

interface Shape {
  kind: string
  is_null: boolean
  is_undefined: boolean
  words: string[] | undefined
}
/** Type parameters and their arguments. */
type Bound = ReadonlyMap<string, Shape>
interface Alias {
  parameters: string[]
  type: Node
}

const FILE = new URL(import.meta.resolve('#db/tables.ts'))
const NEVER = 'never'

/** Every table of `tables.ts` with its types resolved; an unknown type is an error. */
export async function readWrittenTables(): Promise<WrittenTables> {
  const { program } = parseSync('tables.ts', readFileSync(FILE, 'utf8'))
  const shapes = new Map<string, Record<string, Node>>()
  const aliases = new Map<string, Alias>()
  const imported = new Map<string, string>()
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) imported.set(local.name, statement.source.value)
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'TSInterfaceDeclaration') shapes.set(declared.id.name, membersOf(declared.body.body))
    if (declared?.type === 'TSTypeAliasDeclaration')
      aliases.set(declared.id.name, {
        parameters: declared.typeParameters?.params.map(({ name }) => name.name) ?? [],
        type: declared.typeAnnotation,
      })
  }
  const words = await wordsOf(imported)
  const columnsOf = (type: Node): Record<string, Node> => {
    if (type.type === 'TSTypeLiteral') return membersOf(type.members)
    if (type.type === 'TSIntersectionType') return Object.assign({}, ...type.types.map(columnsOf))
    const columns = type.type === 'TSTypeReference' ? shapes.get(nameOf(type)) : undefined
    if (!columns) throw new Error(`a table is written as ${type.type}`)
    return columns
  }
  return Object.fromEntries(
    Object.entries(shapes.get('Tables') ?? {}).map(([table, type]) => [
      table,
      Object.fromEntries(
        Object.entries(columnsOf(type)).map(([name, column]) => [
          name,
          columnOf(column, new Map(), { aliases, words }),
        ]),
      ),
    ]),
  )
}

interface Known {
  aliases: Map<string, Alias>
  words: Map<string, string[]>
}

function columnOf(type: Node, bound: Bound, known: Known): WrittenColumn {
  const name = type.type === 'TSTypeReference' ? nameOf(type) : ''
  const [first, second] = argumentsOf(type)
  const shape = (node: Node) => shapeOf(node, bound, known)
  const alias = known.aliases.get(name)
  if (alias && alias.parameters.length > 0) return columnOf(alias.type, bind(alias, type, bound, known), known)
  if (!first || !['ColumnType', 'JSONColumnType', 'Generated', 'GeneratedAlways'].includes(name))
    return column(shape(type), shape(type))
  if (name === 'Generated') return column(shape(first), { ...shape(first), is_undefined: true })
  if (name === 'GeneratedAlways') return column(shape(first), { ...shape(first), kind: NEVER })
  const read = name === 'JSONColumnType' ? { ...shape(first), kind: 'json' } : shape(first)
  return column(read, second ? shape(second) : read)
}

function column(read: Shape, insert: Shape): WrittenColumn {
  const is_allowed = insert.kind !== NEVER
  return {
    kind: read.kind,
    is_nullable: read.is_null,
    words: read.words,
    insert: {
      is_allowed,
      kind: insert.kind,
      is_nullable: insert.is_null,
      is_optional: insert.is_undefined || !is_allowed,
    },
  }
}

function shapeOf(type: Node, bound: Bound, known: Known): Shape {
  const plain = (kind: string, words?: string[]): Shape => ({ kind, is_null: false, is_undefined: false, words })
  switch (type.type) {
    case 'TSNumberKeyword':
      return plain('number')
    case 'TSStringKeyword':
      return plain('string')
    case 'TSBooleanKeyword':
      return plain('boolean')
    case 'TSNeverKeyword':
      return plain(NEVER)
    case 'TSUnknownKeyword':
    case 'TSTypeLiteral':
    case 'TSIntersectionType':
      return plain('json')
    case 'TSNullKeyword':
      return { ...plain(NEVER), is_null: true }
    case 'TSUndefinedKeyword':
      return { ...plain(NEVER), is_undefined: true }
    case 'TSLiteralType': {
      if (type.literal.type !== 'Literal' || typeof type.literal.value !== 'string') return plain(NEVER)
      return plain('string', [type.literal.value])
    }
    case 'TSArrayType': {
      const { kind } = shapeOf(type.elementType, bound, known)
      return plain(kind === 'json' ? kind : `${kind}[]`)
    }
    case 'TSUnionType':
      return type.types.map((one) => shapeOf(one, bound, known)).reduce(united)
    case 'TSTypeReference':
      return referredTo(nameOf(type), type, bound, known)
    default:
      throw new Error(`a column is written as ${type.type}`)
  }
}

function referredTo(name: string, type: Node, bound: Bound, known: Known): Shape {
  const plain = (kind: string, words?: string[]): Shape => ({ kind, is_null: false, is_undefined: false, words })
  const given = bound.get(name)
  if (given) return given
  if (name === 'Date' || name === 'Buffer') return plain(name)
  if (name === 'Record') return plain('json')
  const words = known.words.get(name)
  if (words) return plain('string', words)
  const alias = known.aliases.get(name)
  if (alias) return shapeOf(alias.type, bind(alias, type, bound, known), known)
  throw new Error(`unknown type ${name}: tables.ts takes its lists of values from the contract`)
}

function united(a: Shape, b: Shape): Shape {
  if (a.kind !== NEVER && b.kind !== NEVER && a.kind !== b.kind) throw new Error(`a column is ${a.kind} or ${b.kind}`)
  const [left, right] = [a, b].map(({ kind, words }) => (kind === NEVER ? [] : words))
  return {
    kind: a.kind === NEVER ? b.kind : a.kind,
    is_null: a.is_null || b.is_null,
    is_undefined: a.is_undefined || b.is_undefined,
    words: left && right && left.length + right.length > 0 ? [...left, ...right] : undefined,
  }
}

function bind({ parameters }: Alias, type: Node, bound: Bound, known: Known): Bound {
  return new Map(
    argumentsOf(type).map((argument, index) => [parameters[index] ?? '', shapeOf(argument, bound, known)] as const),
  )
}

/** Types of the contract are `(typeof LIST)[number]`; the list itself exists at run time. */
async function wordsOf(imported: ReadonlyMap<string, string>): Promise<Map<string, string[]>> {
  const words = new Map<string, string[]>()
  for (const [name, source] of imported) {
    if (!source.startsWith('@portico/contract/')) continue
    const text = readFileSync(new URL(import.meta.resolve(source)), 'utf8')
    const list = new RegExp(`export type ${name} = \\(typeof (\\w+)\\)\\[number\\]`).exec(text)?.[1]
    const found: Record<string, unknown> = list ? await import(source) : {}
    const values = found[list ?? '']
    if (Array.isArray(values)) words.set(name, values.map(String))
  }
  return words
}

function argumentsOf(type: Node): Node[] {
  return type.type === 'TSTypeReference' ? (type.typeArguments?.params ?? []) : []
}

function nameOf(type: Node): string {
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
}

function membersOf(members: Node[]): Record<string, Node> {
  const entries = members.flatMap((member): [string, Node][] => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation) return []
    return [[member.key.name, member.typeAnnotation.typeAnnotation]]
  })
  return Object.fromEntries(entries)
}
