import { createHash } from 'node:crypto'
import { isRecord } from './envelope.ts'

/** Deeper than any valid task; limits the recursion on unvalidated input. */
const DEEPEST = 32

/** The same text for the same request: fields are sorted, and a missing field equals an explicit null. */
export function canonical(value: unknown, depth = 0): string {
  if (depth > DEEPEST) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value)
    .filter((name) => value[name] !== null && value[name] !== undefined)
    .sort()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth + 1)}`).join()}}`
}

export function digest(...parts: string[]): Buffer {
  const hash = createHash('sha256')
  // The length prefix keeps ('ab', 'c') and ('a', 'bc') apart.
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest()
}
