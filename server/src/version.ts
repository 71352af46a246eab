import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** As the package says: the one place where the number stands. */
export const VERSION = versionOf(join(import.meta.dirname, '../package.json'))

function versionOf(file: string): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
  return String(version)
}
