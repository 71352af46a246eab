import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../entry.ts'

/** The nesting of a value: single, list, list of lists, or map. */
export type Form = '' | '[' | '[[' | '{'

export interface Field {
  form: Form
  kind: 'text' | 'number' | 'boolean' | 'anything' | 'object'
  /** The shape number of an object. */
  shape: string | null
}

export type Fields = ReadonlyMap<string, Field>

interface Written {
  /** The shape of each element of `result`, by path. */
  results: Record<string, string>
  /** Shapes by number: `name:kind` of every field. `[` is a list, `{` a map, `?type=12|type=13` one of several by its `type`. */
  shapes: string[]
}

const KINDS = { s: 'text', n: 'number', b: 'boolean', a: 'anything', o: 'object' } as const
const OWN = /(?<=\/)[a-z0-9]+_(labs|trends|search_volume)(?=\/|$)/

let written: Written | undefined
const parsed = new Map<string, Fields>()

/** Loaded on the first sample answer; a server with a real source never needs it. */
function read(): Written {
  written ??= JSON.parse(readFileSync(join(import.meta.dirname, 'shapes.json'), 'utf8')) as Written
  return written
}

/** The shape that clients of the API family declare for each element of an answer; undefined if they declare none. */
export function shapeOf({ path, fetched_by: [fetched] }: Pick<Entry, 'path' | 'fetched_by'>): string | undefined {
  const plain = (fetched?.path ?? path).replaceAll(/\{\w+\}/g, '{}')
  return read().results[plain] ?? read().results[plain.replace(OWN, '{product}_$1')]
}

/** Replaces the product's name in the names of its own functions. */
export function productOf({ path }: Pick<Entry, 'path'>): string {
  return /\/([a-z0-9]+)_(?:labs|trends|search_volume)(?=\/)/.exec(path)?.[1] ?? 'portico'
}

/** The variants of a shape by their `type`; null if there is only one. */
export function kindsOf(shape: string, product: string): [string, string][] | null {
  if (!shape.startsWith('?')) return null
  return shape
    .slice(1)
    .split('|')
    .map((one) => {
      const [type = '', of = ''] = one.split('=')
      return [type.replaceAll('{product}', product), of]
    })
}

export function fieldsOfShape(shape: string, product: string): Fields {
  const key = `${product} ${shape}`
  const known = parsed.get(key)
  if (known) return known
  const text = (read().shapes[Number(shape)] ?? '').replaceAll('{product}', product)
  const fields = new Map(text.split(' ').filter(Boolean).map(parseField))
  parsed.set(key, fields)
  return fields
}

function parseField(text: string): [string, Field] {
  const at = text.indexOf(':')
  const [, form = '', code = ''] = /^(\[\[|\[|\{|)(.*)$/.exec(text.slice(at + 1)) ?? []
  const kind = code in KINDS ? KINDS[code as keyof typeof KINDS] : 'object'
  const shape = kind === 'object' && code !== 'o' ? code : null
  return [text.slice(0, at), { form: form as Form, kind, shape }]
}
