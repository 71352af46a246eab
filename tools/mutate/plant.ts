import { readFileSync, writeFileSync } from 'node:fs'
import type { Planted } from './planted.ts'

/** Returns the text with the fault in it. `find` must occur exactly once, or the fault would not be the intended one. */
export function plant(text: string, { file, find, put, what }: Planted): string {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`"${what}": ${file} contains ${parts.length - 1} times: ${find}`)
  return parts.join(put)
}

/** Works with another text in a file, which is as before afterwards. */
export async function whileReplaced<T>(
  path: string,
  change: (text: string) => string,
  work: () => T | Promise<T>,
): Promise<T> {
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, change(before))
  try {
    return await work()
  } finally {
    writeFileSync(path, before)
  }
}
