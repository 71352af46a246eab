import { createHash, randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Log } from '#db/log.ts'
import { VERSION } from '../version.ts'

/** What documents say, kept from one start to the next by what is written in them: reading YAML is most of what a start costs. */
export interface DocumentCache {
  /** The value of a text, out of the cache or by `parse`. */
  valueOf(text: string, parse: () => unknown): unknown
  /** Writes what is new. The data folder must be open by then. */
  save(log: Pick<Log, 'warn'>): void
}

const FOLDER = 'cache'
const FILE = 'documents.json'
/** Another form of this file, another version of the server or of Node: read anew. */
const FORM = `1 ${VERSION} ${process.version}`
/** A short text is read as quickly as it is looked up. */
const LEAST = 2_000
/** Numbers of YAML that JSON has no word for. */
const UNSAYABLE = /\.(inf|nan)\b/i

const written = z.object({ form: z.literal(FORM), sum: z.string(), values: z.record(z.string(), z.string()) })

export const NO_CACHE: DocumentCache = { valueOf: (_, parse) => parse(), save: () => undefined }

/**
 * DATA_DIR/cache/documents.json. It is trusted as far as a document is: whatever it says is checked like one. A file that is broken,
 * of another version or writable by others is taken for none, and written anew. To be rid of it, delete it.
 */
export function openDocumentCache(data_dir: string): DocumentCache {
  const file = join(data_dir, FOLDER, FILE)
  const known = readCache(file)
  const used = new Map<string, string>()
  return {
    valueOf(text, parse) {
      if (text.length < LEAST || UNSAYABLE.test(text)) return parse()
      const key = sumOf(text)
      const stored = known[key]
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
        log.warn({ err, file }, 'document cache could not be written: the next start reads every document again')
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

/** Only what nobody else could have written. */
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
