import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkLanded, readLanded, withLanded } from '../architecture/landed.ts'

/** Lists the migrations of a release, which must never change once customers' databases have run them. Returns how many are new. */
export function landMigrations(folder: string): number {
  const path = join(folder, 'landed.txt')
  const list = readFileSync(path, 'utf8')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const wrong = checkLanded(list, [], files)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const longer = withLanded(list, files)
  if (longer !== list) writeFileSync(path, longer)
  return readLanded(longer).length - readLanded(list).length
}
