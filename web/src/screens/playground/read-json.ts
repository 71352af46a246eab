import type { FieldFault } from '@portico/contract/check-value.ts'

export type JsonReading = { value: unknown } | { fault: FieldFault }
export type TaskReading = { task: Record<string, unknown> } | { fault: FieldFault }

const PIECES = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|(-?\d[\d.eE+-]*)|[{}]/g

/** The typed value, or the reason why it would not be sent as written. */
export function readJson(text: string): JsonReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: { message: 'This is not valid JSON.' } }
  }
  const fault = findLoss(text)
  return fault ? { fault } : { value }
}

/** A task; the list of one that a request has for its body is read as well, as every sample shows it so. */
export function readTask(text: string): TaskReading {
  const read = readJson(text)
  if ('fault' in read) return read
  const { value } = read
  const [only, ...more] = Array.isArray(value) ? value : [value]
  if (more.length > 0) return { fault: { message: 'Only one task can be run here. Remove the others.' } }
  if (typeof only !== 'object' || only === null || Array.isArray(only))
    return { fault: { message: 'A task is a JSON object: {example}', values: { example: '{ "name": "value" }' } } }
  return { task: { ...only } }
}

/**
 * The parts of this JSON that a parser would lose silently: digits of a number, or the first of two fields with one
 * name.
 */
function findLoss(json: string): FieldFault | undefined {
  const objects: Set<string>[] = []
  for (const [piece, text, colon, number] of json.matchAll(PIECES)) {
    if (piece === '{') objects.push(new Set())
    else if (piece === '}') objects.pop()
    else if (number !== undefined && !isExact(number))
      return { message: '{number} is too large to send without losing precision.', values: { number } }
    else if (text !== undefined && colon !== undefined) {
      const name: string = JSON.parse(text)
      const names = objects.at(-1)
      if (names?.has(name)) return { message: 'The field {name} appears more than once.', values: { name } }
      names?.add(name)
    }
  }
  return undefined
}

/** It is serialised again as written, or in another way with the same meaning. */
function isExact(number: string): boolean {
  const read = Number(number)
  if (!Number.isFinite(read)) return false
  return !/^-?\d+$/.test(number) || String(read) === number || BigInt(read) === BigInt(number)
}
