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

/** The line that a migration is marked with. */
const WAY_BACK = /^-- (concurrent, )?allows older(, concurrent)?$/m

/**
 * A migration since the release that the released version cannot start with again is a promise to operators broken: the newest part of
 * CHANGELOG must have a bold sentence about it. The sentence is wrong where every migration allows the way back.
 */
export function checkWayBack(list: string, files: ReadonlyMap<string, string>, changelog: string): string[] {
  const landed = new Set(readLanded(list).map(([name]) => name))
  const without = [...files].filter(
    ([name, text]) => name.endsWith('.sql') && !landed.has(name) && !WAY_BACK.test(text),
  )
  const [, newest = ''] = changelog.split(/^## /m)
  const isWritten = /\*\*[^*]*cannot be started again[^*]*\*\*/.test(newest)
  if (isWritten === without.length > 0) return []
  if (isWritten) return ['CHANGELOG: every migration allows older, so the version before can be started again']
  return without.map(
    ([name]) =>
      `${name} does not allow older, and CHANGELOG has no bold sentence that the version before cannot be started again`,
  )
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
