import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlFilesIn } from './sql-files.ts'
import { startProblem } from './start-problem.ts'

export interface Migration {
  number: number
  name: string
  sha256: string
  sql: string
  /** `-- concurrent`: builds indexes beside the traffic, outside of a transaction. */
  is_concurrent: boolean
  /** `-- allows older`: the previous version works with it, too, so that an update can be undone. */
  allows_older: boolean
}

/** The `NNNN_name.sql` files of a folder, numbered 1, 2, 3 … without a gap. */
export function readMigrations(dir: string): Migration[] {
  const migrations = sqlFilesIn(dir, 'migrations').map((file) => readMigration(dir, file))
  migrations.forEach(({ number, name }, index) => {
    const expected = index + 1
    if (number === expected) return
    const fault = number < expected ? `number ${number} is used twice` : `number ${expected} is missing`
    throw startProblem(`The migrations in ${dir} are not in order: ${fault} (seen at ${name}). Rename the files.`)
  })
  return migrations
}

function readMigration(dir: string, file: string): Migration {
  const digits = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(file)?.[1]
  if (!digits) throw startProblem(`The migration ${join(dir, file)} must be named like 0001_first_tables.sql.`)
  // A checkout on another system may bring other line ends, which is no change of the migration.
  const sql = readFileSync(join(dir, file), 'utf8').replaceAll('\r\n', '\n')
  const sha256 = createHash('sha256').update(sql).digest('hex')
  const marks = /^-- (concurrent|allows older)(, (concurrent|allows older))?$/m.exec(sql)?.[0] ?? ''
  return {
    number: Number(digits),
    name: file.replace(/\.sql$/, ''),
    sha256,
    sql,
    is_concurrent: marks.includes('concurrent'),
    allows_older: marks.includes('allows older'),
  }
}
