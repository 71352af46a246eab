import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlFilesIn } from './sql-files.ts'
import { startProblem } from './start-problem.ts'

export interface FunctionFile {
  /** Name of the file, without `.sql`. */
  name: string
  sha256: string
  sql: string
}

interface Parsed extends FunctionFile {
  /** The functions and aggregates it creates. */
  creates: string[]
  /** Its text without comments. */
  code: string
}

/** The `name.sql` files of a folder, each after those whose functions it names. */
export function readFunctions(dir: string): FunctionFile[] {
  const files = sqlFilesIn(dir, 'functions').map((file) => readFunction(dir, file))
  checkOnce(files)
  const placed: Parsed[] = []
  let left = files
  while (left.length > 0) {
    const ready = left.filter((file) => !left.some((other) => other !== file && isNamedIn(file, other)))
    if (ready.length === 0)
      throw startProblem(
        `The functions of ${left.map(({ name }) => `${name}.sql`).join(', ')} need each other. Put them into one file.`,
      )
    placed.push(...ready)
    left = left.filter((file) => !ready.includes(file))
  }
  return placed.map(({ name, sha256, sql }) => ({ name, sha256, sql }))
}

function isNamedIn(file: Parsed, other: Parsed): boolean {
  return other.creates.some((name) => new RegExp(`\\b${name}\\s*\\(`).test(file.code))
}

function readFunction(dir: string, file: string): Parsed {
  const location = join(dir, file)
  if (!/^[a-z0-9-]+\.sql$/.test(file)) throw startProblem(`The file ${location} must be named like call-ids.sql.`)
  // A checkout on another system may bring other line ends, which is no change of the function.
  const sql = readFileSync(location, 'utf8').replaceAll('\r\n', '\n')
  const code = sql.replaceAll(/^\s*--.*$/gm, '')
  const creates = [...code.matchAll(/^create or replace (?:function|aggregate) (\w+)\s*\(/gm)].map(
    ([, name = '']) => name,
  )
  if (creates.length === 0) throw startProblem(`The file ${location} has no line "create or replace function …".`)
  return {
    name: file.replace(/\.sql$/, ''),
    sha256: createHash('sha256').update(sql).digest('hex'),
    sql,
    creates,
    code,
  }
}

/** Of one function in two files the last one applied would win. */
function checkOnce(files: Parsed[]): void {
  const home = new Map<string, string>()
  for (const { name, creates } of files)
    for (const one of creates) {
      const other = home.get(one) ?? name
      if (other !== name) throw startProblem(`The function ${one} is written in ${other}.sql and in ${name}.sql.`)
      home.set(one, name)
    }
}
