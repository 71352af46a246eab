import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** @param {string} line */
export function print(line) {
  process.stderr.write(`portico: ${line}\n`)
}

/** @param {number} since */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** One hash over the names and contents of these files and folders; a missing one counts as empty.
 * @param {string[]} paths relative to the repository */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const location of paths) {
    for (const file of filesUnder(join(root, location))) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** @param {string} location @returns {string[]} */
function filesUnder(location) {
  if (!existsSync(location)) return []
  if (!statSync(location).isDirectory()) return [location]
  return readdirSync(location)
    .sort()
    .flatMap((name) => filesUnder(join(location, name)))
}
