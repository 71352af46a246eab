import { FUNCTION_MODULES, SHARED_FUNCTIONS, SHARED_TABLES } from './table-lists.ts'
import { isTest, type Source } from './tree.ts'

/** A file with functions; `text` is without comments. */
export interface FunctionSource {
  name: string
  text: string
}

export type TableUsers = Map<string, { writes: Set<string>; reads: Set<string> }>
/** The modules that read and write each table, according to the statements in their stores and functions. */
export function tableUsers(sources: Source[], tables: string[], functions: FunctionSource[] = []): TableUsers {
  const users: TableUsers = new Map()
  const held = functions.map(({ name, text }) => ({ module: FUNCTION_MODULES[name] ?? `functions/${name}.sql`, text }))
  for (const { module, text } of [...storesIn(sources), ...held]) {
    for (const table of tables) {
      const found = users.get(table) ?? { writes: new Set(), reads: new Set() }
      if (writing(table).test(text)) found.writes.add(module)
      if (reading(table).test(text)) found.reads.add(module)
      if (found.writes.size + found.reads.size > 0) users.set(table, found)
    }
  }
  return users
}

function storesIn(sources: Source[]): { module: string; text: string }[] {
  return sources.flatMap((source) => {
    const module = /^server\/src\/([\w-]+)\/[\w/-]*store\.ts$/.exec(source.path)?.[1]
    return module === undefined || isTest(source) || /\/test-/.test(source.path) ? [] : [{ module, text: source.text }]
  })
}

/** Every function that reads or writes tables and is called by a store of another module without being listed. */
export function checkFunctions(
  sources: Source[],
  tables: string[],
  functions: FunctionSource[],
  { modules = FUNCTION_MODULES, shared = SHARED_FUNCTIONS } = {},
): string[] {
  const wrong = functions.filter(({ name }) => !modules[name]).map(({ name }) => `${name}.sql belongs to no module`)
  const gone = Object.keys(modules).filter((name) => !functions.some((one) => one.name === name))
  wrong.push(...gone.map((name) => `${name}.sql is listed but does not exist`))
  for (const { name, text } of functions) {
    if (!tables.some((table) => writing(table).test(text) || reading(table).test(text) || text.includes(`'${table}'`)))
      continue
    for (const [, called = ''] of new Set(text.matchAll(/^create or replace (?:function|aggregate) (\w+)/gm))) {
      const call = new RegExp(`\\b${called}\\(`)
      const callers = new Set(
        storesIn(sources).flatMap(({ module, text: store }) => (call.test(store) ? [module] : [])),
      )
      callers.delete(modules[name] ?? '')
      const allowed = shared[called] ?? []
      for (const module of callers) if (!allowed.includes(module)) wrong.push(`${called}() is called by ${module}`)
      for (const module of allowed) if (!callers.has(module)) wrong.push(`${called}() is no longer called by ${module}`)
    }
  }
  return wrong
}

function writing(table: string): RegExp {
  return new RegExp(
    `(insertInto|updateTable|deleteFrom)\\('${table}\\b|(insert into|update|delete from)\\s+${table}\\b`,
  )
}

function reading(table: string): RegExp {
  return new RegExp(`(selectFrom|innerJoin|leftJoin)\\(\\s*\\[?'${table}\\b|\\b(from|join)\\s+${table}\\b`)
}

/**
 * Every use of a table that the list does not allow, and every listed reader that no longer reads it. A listed
 * writer may write through a database function that builds table names at run time.
 */
export function checkTables(users: TableUsers, shared = SHARED_TABLES): string[] {
  const wrong: string[] = []
  for (const [table, { writes, reads }] of users) {
    const allowed = shared[table]
    const all = new Set([...writes, ...reads])
    if (!allowed) {
      if (all.size > 1) wrong.push(`${table} is used by ${[...all].sort().join(', ')}`)
      continue
    }
    for (const module of writes) if (!allowed.writes.includes(module)) wrong.push(`${table} is written by ${module}`)
    for (const module of reads)
      if (!allowed.reads.includes(module) && !allowed.writes.includes(module))
        wrong.push(`${table} is read by ${module}`)
    for (const module of allowed.reads) if (!reads.has(module)) wrong.push(`${table} is no longer read by ${module}`)
  }
  return wrong
}
