import { SETTINGS } from './settings.ts'

const SHORTEST = 6

/** Names in the environment that look like one of our settings but are not. */
export function misspeltSettings(names: string[]): { name: string; meant: string }[] {
  const known: string[] = SETTINGS
  return names.flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((one) => looksLike(name, one))
    return meant ? [{ name, meant }] : []
  })
}

/** One or two characters more, less, other or swapped; short names are like too many others. */
function looksLike(name: string, setting: string): boolean {
  if (setting.length < SHORTEST || Math.abs(name.length - setting.length) > 2) return false
  return distance(name.toUpperCase(), setting) <= (setting.length < 10 ? 1 : 2)
}

/** How many characters have to be changed, added or removed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [at, char] of [...a].entries()) {
    const next = [at + 1]
    for (const [index, other] of [...b].entries())
      next.push(
        Math.min((row[index] ?? 0) + (char === other ? 0 : 1), (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
