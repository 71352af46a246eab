import type { Planted } from './planted.ts'

/** The text with the fault in it. What is looked for must stand there once, or the fault is not the one that is meant. */
export function plant(text: string, { file, find, put, what }: Planted): string {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`"${what}": ${file} has ${parts.length - 1} times: ${find}`)
  return parts.join(put)
}
