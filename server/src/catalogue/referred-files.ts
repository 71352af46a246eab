import { existsSync, realpathSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { decodedUri } from '@portico/contract/uri.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { readText } from '#files/yaml-file.ts'

const FILE_REFERENCE = /\$ref['"]?\s*:\s*(?:'([^'#]+)|"([^"#]+)|([^'"#\s,}\]]+))/g

/** The name in the folder of the file that a reference of another file means; undefined: it leads out of the folder. */
export function referredName(from: string, reference: string): string | undefined {
  if (/^([a-z][a-z\d+.-]*:|\/)|\\/i.test(reference)) return undefined
  const name = posix.join(posix.dirname(from), decodedUri(reference))
  return name.startsWith('..') ? undefined : name
}

/**
 * Files that these files of a folder refer to, directly or by others. What leads out of the folder is not read: a document cannot make
 * the server open another file.
 */
export function referredFiles(
  folder: string,
  names: readonly string[],
  uploaded: ReadonlyMap<string, string | null> = new Map(),
): string[] {
  const known = new Set(names)
  const is_inside = (name: string) => {
    const file = join(folder, name)
    return existsSync(file) && realpathSync(file).startsWith(realpathSync(folder) + sep)
  }
  // A set yields what is added while it is read.
  for (const name of known)
    for (const [, single, double, bare] of (uploaded.get(name) ?? textOf(join(folder, name))).matchAll(
      FILE_REFERENCE,
    )) {
      const other = referredName(name, single ?? double ?? bare ?? '')
      if (other !== undefined && /\.(ya?ml|json)$/.test(other) && !known.has(other) && is_inside(other))
        known.add(other)
    }
  return [...known].slice(names.length)
}

/** A file that cannot be read refers to nothing; the one that reads its content reports it. */
function textOf(file: string): string {
  try {
    return readText(file)
  } catch (error) {
    if (isStartProblem(error)) return ''
    throw error
  }
}
