import { isUtf8 } from 'node:buffer'
import { CODE } from '@portico/contract/codes.ts'
import { scanJson } from '#integrations/scan-json.ts'
import { type BodyBounds, UNPACKED } from './body-bounds.ts'
import type { Code } from './codes.ts'
import { isRecord } from './envelope.ts'
import type { OpenBody } from './open-bodies.ts'
import { type NoBody, readBody, type Upload } from './read-body.ts'

export type Task = Record<string, unknown>
export type Tasks =
  | { ok: true; tasks: unknown[] }
  | { ok: false; code: Code; more: string; headers: Record<string, string>; is_too_large?: boolean }

/** Reads the tasks of a body: a list, a single task, or a map from numbers to tasks, which some clients send. */
export async function readTasks(upload: Upload, bounds: BodyBounds, open: OpenBody): Promise<Tasks> {
  const read = await readBody(upload, bounds.bytes, open)
  return read.ok ? tasksIn(read.bytes, bounds) : refusalOf(read.why, bounds)
}

type Faulty = Extract<Tasks, { ok: false }>
export type JsonBody = { ok: true; value: unknown; bytes: Buffer } | Faulty
export type PlainBody = { ok: true; bytes: Buffer } | Faulty

/** Reads any JSON within the same bounds, for requests of plain documents. */
export async function readJsonBody(upload: Upload, bounds: BodyBounds, open: OpenBody): Promise<JsonBody> {
  const read = await readBytes(upload, bounds, open)
  if (!read.ok || read.bytes.length === 0) return read.ok ? { ...read, value: undefined } : read
  const parsed = valueIn(read.bytes, bounds)
  return parsed.ok ? { ...parsed, bytes: read.bytes } : parsed
}

export async function readBytes(upload: Upload, bounds: BodyBounds, open: OpenBody): Promise<PlainBody> {
  const read = await readBody(upload, bounds.bytes, open)
  return read.ok ? read : refusalOf(read.why, bounds)
}

function tasksIn(bytes: Buffer, bounds: BodyBounds): Tasks {
  const parsed = valueIn(bytes, bounds)
  if (!parsed.ok) return parsed
  const { value: body } = parsed
  if (Array.isArray(body)) return body.length === 0 ? fault(CODE.emptyBody) : { ok: true, tasks: body }
  if (!isRecord(body))
    return body === null ? fault(CODE.emptyBody) : fault(CODE.invalidBody, 'The body must be a list of tasks.')
  const names = Object.keys(body)
  const is_map = names.length > 0 && names.every((name) => /^\d{1,6}$/.test(name))
  return { ok: true, tasks: is_map ? Object.values(body) : [body] }
}

function valueIn(bytes: Buffer, bounds: BodyBounds): { ok: true; value: unknown } | Faulty {
  if (!isUtf8(bytes)) return fault(CODE.invalidBody, 'The body is not valid UTF-8.')
  const text = bytes.toString('utf8', hasByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0)
  const shape = scanJson(text, bounds)
  if (shape === 'empty') return fault(CODE.emptyBody)
  if (shape !== 'fits') return fault(CODE.invalidBody, SHAPES[shape](bounds))
  const body = parse(text)
  if (body === undefined) return fault(CODE.invalidBody, 'The body is not valid JSON.')
  if (!isPlain(text, body))
    return fault(CODE.invalidBody, 'The body contains characters or names that are not allowed.')
  return { ok: true, value: body }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

function hasByteOrderMark(bytes: Buffer): boolean {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)
}

const SHAPES = {
  too_many_values: ({ values }: BodyBounds) => `The body holds more than ${values} values.`,
  too_deep: ({ depth }: BodyBounds) => `The body is nested deeper than ${depth} levels.`,
  too_many_fields: ({ fields }: BodyBounds) => `The body holds more than ${fields} fields.`,
}

export function refusalOf(why: NoBody, { bytes }: Pick<BodyBounds, 'bytes'>): Faulty {
  switch (why) {
    case 'too_large':
      return { ...fault(CODE.invalidBody, `The body is larger than ${sizeOf(bytes)}.`), is_too_large: true }
    case 'bomb':
      return fault(CODE.invalidBody, `Unpacked, the body is more than ${UNPACKED.ratio} times as large as it was sent.`)
    case 'not_packed':
      return fault(CODE.invalidBody, 'The body could not be decompressed.')
    case 'slow':
    case 'gone':
      return fault(CODE.invalidBody, 'The body did not arrive in time.', { connection: 'close' })
    case 'login':
      return fault(CODE.tooManyAtOnce, 'The bodies of your open requests are too large in total.', {
        'retry-after': '1',
      })
    case 'process':
      return fault(CODE.overloaded, '', { 'retry-after': '2' })
  }
}

function fault(code: Code, more = '', headers: Record<string, string> = {}): Faulty {
  return { ok: false, code, more, headers }
}

function sizeOf(bytes: number): string {
  const mib = bytes / 1024 / 1024
  return mib < 1 ? `${bytes / 1024} kB` : `${mib} MB`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** False for lone surrogates and NUL, which cannot be stored, and for `__proto__`. Only suspicious bodies are walked. */
function isPlain(text: string, body: unknown): boolean {
  return (!text.includes('\\u') && !text.includes('__proto__')) || isClean(body)
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isClean)
  return Object.entries(value).every(([name, inner]) => name !== '__proto__' && isClean(name) && isClean(inner))
}
