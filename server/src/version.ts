import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version in package.json, which is the only definition. */
export const VERSION = versionOf(join(import.meta.dirname, '../package.json'))

function versionOf(file: string): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
  return String(version)
}
