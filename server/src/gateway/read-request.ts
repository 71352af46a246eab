import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Code } from './codes.ts'
import { isRecord } from './envelope.ts'

export type Task = Record<string, unknown>
export type Tasks = { ok: true; tasks: unknown[] } | { ok: false; code: Code; more: string }

export const LARGEST_BYTES = 10 * 1024 * 1024

const unpackers: Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** The tasks of a body: a list, a single one, or a list written as a map from numbers, as some clients do. */
export async function readTasks(raw: Buffer | undefined, encoding: string | undefined): Promise<Tasks> {
  if (!raw || raw.length === 0) return fault(40502)
  const text = await unpack(raw, encoding?.trim().toLowerCase())
  if (text === undefined) return fault(40503, 'The body could not be unpacked.')
  if (text.trim() === '') return fault(40502)
  const body = parse(text)
  if (body === undefined) return fault(40503, 'The body is no valid JSON.')
  if (!isPlain(text, body)) return fault(40503, 'The body holds signs or names that are not allowed.')
  if (Array.isArray(body)) return body.length === 0 ? fault(40502) : { ok: true, tasks: body }
  if (!isRecord(body)) return body === null ? fault(40502) : fault(40503, 'The body must be a list of tasks.')
  const names = Object.keys(body)
  const is_map = names.length > 0 && names.every((name) => /^\d{1,6}$/.test(name))
  return { ok: true, tasks: is_map ? Object.values(body) : [body] }
}

function fault(code: Code, more = ''): Tasks {
  return { ok: false, code, more }
}

async function unpack(raw: Buffer, encoding: string | undefined): Promise<string | undefined> {
  if (!encoding || encoding === 'identity') return raw.toString('utf8')
  try {
    return (await unpackers[encoding]?.(raw, { maxOutputLength: LARGEST_BYTES }))?.toString('utf8')
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Half characters and NUL are no text that could be stored, and `__proto__` is no field. Only suspicious bodies are walked. */
function isPlain(text: string, body: unknown): boolean {
  if (!/\0|\\u0000|\\ud[89a-f]|__proto__|\\u005f/i.test(text)) return true
  const isClean = (value: unknown): boolean => {
    if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
    if (typeof value !== 'object' || value === null) return true
    return Object.entries(value).every(([name, inner]) => name !== '__proto__' && isClean(name) && isClean(inner))
  }
  try {
    return isClean(body)
  } catch {
    // Nested deeper than the stack: nothing a task would be.
    return false
  }
}
