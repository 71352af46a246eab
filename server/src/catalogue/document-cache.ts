import { createHash, randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Log } from '#db/log.ts'
import { VERSION } from '../version.ts'

/** Parsed documents by their text, stored between starts, because parsing YAML takes most of a start. */
export interface DocumentCache {
  /** The value of a text, from the cache or by `parse`. */
  valueOf(text: string, parse: () => unknown): unknown
  /** Writes the new values. The data folder must exist by then. */
  save(log: Pick<Log, 'warn'>): void
}

const FOLDER = 'cache'
const FILE = 'documents.json'
/** The cache is discarded when its format, the server or Node has another version. */
const FORM = `1 ${VERSION} ${process.version}`
/** Shorter texts are parsed as fast as they are looked up. */
const LEAST = 2_000
/** Numbers of YAML that JSON cannot express. */
const UNSAYABLE = /\.(inf|nan)\b/i

const written = z.object({ form: z.literal(FORM), sum: z.string(), values: z.record(z.string(), z.string()) })

export const NO_CACHE: DocumentCache = { valueOf: (_, parse) => parse(), save: () => undefined }

/**
 * Opens DATA_DIR/cache/documents.json. Its values are validated like documents. A file that is broken, of another version or
 * writable by others is ignored and written again. It may be deleted at any time.
 */
export function openDocumentCache(data_dir: string): DocumentCache {
  const file = join(data_dir, FOLDER, FILE)
  const known = readCache(file)
  const used = new Map<string, string>()
  return {
    valueOf(text, parse) {
      if (text.length < LEAST || UNSAYABLE.test(text)) return parse()
      const key = sumOf(text)
      const stored = known[key] ?? used.get(key)
      const value = stored === undefined ? parse() : JSON.parse(stored)
      used.set(key, stored ?? JSON.stringify(value))
      return value
    },
    save(log) {
      const values = Object.fromEntries(used)
      const is_new = Object.keys(values).join() !== Object.keys(known).join()
      if (!is_new || used.size === 0) return
      const draft = `${file}.${randomUUID()}`
      try {
        mkdirSync(join(data_dir, FOLDER), { recursive: true, mode: 0o700 })
        writeFileSync(draft, JSON.stringify({ form: FORM, sum: sumOfAll(values), values }), { mode: 0o600, flag: 'wx' })
        renameSync(draft, file)
      } catch (err) {
        rmSync(draft, { force: true })
        log.warn({ err, file }, 'document cache not written, the next start parses every document again')
      }
    },
  }
}

function readCache(file: string): Record<string, string> {
  try {
    const parsed = written.safeParse(JSON.parse(readOwn(file)))
    return parsed.success && parsed.data.sum === sumOfAll(parsed.data.values) ? parsed.data.values : {}
  } catch {
    return {}
  }
}

/** Reads the file only if no other user could have written it. */
function readOwn(file: string): string {
  const opened = openSync(file, 'r')
  try {
    const { uid, mode } = fstatSync(opened)
    const is_ours = uid === (process.getuid?.() ?? uid) && (mode & 0o077) === 0
    return is_ours ? readFileSync(opened, 'utf8') : ''
  } finally {
    closeSync(opened)
  }
}

function sumOfAll(values: Record<string, string>): string {
  const hash = createHash('sha256')
  for (const [key, value] of Object.entries(values)) hash.update(`${key} ${value.length} `).update(value)
  return hash.digest('hex')
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
