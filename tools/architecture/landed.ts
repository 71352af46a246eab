import { createHash } from 'node:crypto'

/** `sha256  file`, one line for each migration that has landed; written by `npm run release`, and only ever longer. */
export function readLanded(text: string): [name: string, sha256: string][] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [sha256 = '', name = ''] = line.split('  ')
      return [name, sha256]
    })
}

export function sumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/**
 * Databases out there have run what has landed: a change of it reaches none of them, and stops every one. The list itself is
 * compared with all it was in the history.
 */
export function checkLanded(list: string, earlier: string[], files: ReadonlyMap<string, string>): string[] {
  const landed = readLanded(list)
  const known = new Map(landed)
  return [
    ...landed.flatMap(([name, sha256]) => {
      const text = files.get(name)
      if (text === undefined) return [`${name} has landed and is missing`]
      return sumOf(text) === sha256 ? [] : [`${name} has landed and was changed: put the change into a new migration`]
    }),
    ...earlier.flatMap((older) =>
      readLanded(older).flatMap(([name, sha256]) =>
        known.get(name) === sha256 ? [] : [`landed.txt said otherwise of ${name} before`],
      ),
    ),
  ]
}

/** The list with every migration there is: what landed before stays, in its order, and the rest follows by number. */
export function withLanded(list: string, files: ReadonlyMap<string, string>): string {
  const known = new Set(readLanded(list).map(([name]) => name))
  const added = [...files]
    .filter(([name]) => name.endsWith('.sql') && !known.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${sumOf(text)}  ${name}\n`)
  return `${list}${list === '' || list.endsWith('\n') ? '' : '\n'}${added.join('')}`
}
