import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

// Imported by path, since the alias of the module tests would resolve the package name to this file again.
const real: typeof Yaml = createRequire(import.meta.url)('yaml')

export const { isAlias, isMap, isScalar, isSeq, LineCounter, parse, parseAllDocuments, stringify } = real

type Read = ReturnType<typeof Yaml.parseDocument>

/** Generated files are read once; those of the provider with every app. */
const MAX_CACHED = 100
const stored = new Map<string, { document: Read; line_starts: number[] }>()

/** The real parser with a cache, as every app of a test reads the same files. */
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
  if (stored.size > MAX_CACHED) stored.delete(oldest)
  options.lineCounter?.lineStarts.push(...known.line_starts)
  return known.document
}
