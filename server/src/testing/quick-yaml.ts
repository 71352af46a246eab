import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

// Under its own name this file would be found again: the room tests are given it in place of the package.
const real: typeof Yaml = createRequire(import.meta.url)('yaml')

export const { isAlias, isMap, isScalar, isSeq, LineCounter, parse, stringify } = real

type Read = ReturnType<typeof Yaml.parseDocument>

/** Generated files come once; those of the provider come with every app. */
const KEPT = 100
const stored = new Map<string, { document: Read; line_starts: number[] }>()

/** The parser itself, but a text that was read a short while ago is not read again: every app of a test reads the same files. */
export function parseDocument(text: string, options: Yaml.ParseOptions & Yaml.SchemaOptions): Read {
  const key = `${options.schema ?? ''} ${text}`
  let known = stored.get(key)
  if (!known) {
    const lineCounter = new LineCounter()
    const document = real.parseDocument(text, { ...options, lineCounter })
    known = { document, line_starts: lineCounter.lineStarts }
  }
  stored.delete(key)
  stored.set(key, known)
  const [oldest = key] = stored.keys()
  if (stored.size > KEPT) stored.delete(oldest)
  options.lineCounter?.lineStarts.push(...known.line_starts)
  return known.document
}
