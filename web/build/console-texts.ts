import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { parseAst } from 'vite'
import { PROBLEMS } from '../../contract/src/problem.ts'
import { MESSAGES } from '../../contract/src/rules.ts'
import { STAFF_MESSAGES } from '../../contract/src/staff-messages.ts'

interface Chunk {
  file: string
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>
type Texts = Record<string, string>

export const CONSOLE_ENTRY = 'src/operator.tsx'
/** A file of the console that is loaded when it is opened. */
const PART = /^src\/operator\/.+\.tsx$/

/** Texts that the server may send to any view. */
const SENT = [
  ...Object.values(PROBLEMS).map(({ text }) => text),
  ...Object.values({ ...MESSAGES, ...STAFF_MESSAGES }),
] as const

/** The keys that each part of the console shows besides those of the first view, by the name of its file. */
export function textsOfParts(manifest: Manifest, keys: ReadonlySet<string>, codeOf: (file: string) => string) {
  const inChunk = new Map<string, string[]>()
  const shownBy = (files: Set<string>) => {
    const shown = new Set<string>()
    for (const file of files) {
      const found = inChunk.get(file) ?? stringsIn(codeOf(file)).filter((text) => keys.has(text))
      inChunk.set(file, found)
      for (const text of found) shown.add(text)
    }
    return shown
  }
  const first = shownBy(filesOf(manifest, CONSOLE_ENTRY)).union(new Set(SENT.filter((text) => keys.has(text))))
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && PART.test(key))
  return new Map([
    ['first', first],
    ...parts.map((key) => [nameOf(key), shownBy(filesOf(manifest, key)).difference(first)] as const),
  ])
}

export function nameOf(part: string): string {
  return basename(part, '.tsx')
}

/** The chunks of a view; libraries that one of its files loads later have no texts files of their own. */
function filesOf(manifest: Manifest, entry: string): Set<string> {
  const seen = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    chunk.imports?.forEach(add)
    chunk.dynamicImports?.filter((next) => !PART.test(next)).forEach(add)
  }
  add(entry)
  return new Set([...seen].flatMap((key) => manifest[key]?.file ?? []))
}

function stringsIn(code: string): string[] {
  const strings: string[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, value } = node as { type: string; value?: unknown }
    if (type === 'Literal' && typeof value === 'string') strings.push(value)
    if (type === 'TemplateElement') strings.push(String(Object(value).cooked))
    Object.values(node).forEach(walk)
  }
  walk(parseAst(code))
  return strings
}

/** Writes a file for each part and language, of the texts of the product and of the console, and returns a hash by language. */
export function writeConsoleTexts(client: string, i18n: string): Record<string, string> {
  const manifest: Manifest = JSON.parse(readFileSync(join(client, '.vite/operator.json'), 'utf8'))
  const languages = readdirSync(i18n).filter((name) => name.endsWith('.json'))
  const translated = new Map(languages.map((name) => [name.replace('.json', ''), textsOf(i18n, name)]))
  const [some = {}] = translated.values()
  const keys = new Set(Object.keys(some))
  translated.set('en', Object.fromEntries([...keys].map((key) => [key, key])))
  const parts = textsOfParts(manifest, keys, (file) => readFileSync(join(client, file), 'utf8'))
  const to = join(client, 'assets/i18n/operator')
  mkdirSync(to, { recursive: true })
  return Object.fromEntries(
    [...translated].map(([language, texts]) => {
      const hash = createHash('sha256')
      for (const [part, shown] of parts) {
        const compiled = [...shown].map((key) => [key, compileMessageOrThrow(texts[key] ?? key)])
        const json = JSON.stringify(Object.fromEntries(compiled))
        writeFileSync(join(to, `${part}.${language}.json`), json)
        hash.update(part).update(json)
      }
      return [language, hash.digest('hex').slice(0, 12)]
    }),
  )
}

function textsOf(i18n: string, name: string): Texts {
  const read = (folder: string): Texts => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return { ...read(i18n), ...read(join(i18n, 'operator')) }
}
