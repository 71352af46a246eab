import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/**
 * Turns the translators' files into what the page reads, one static file per language, and returns their hashes. English is made of the keys,
 * which every language has.
 */
export function compileMessages(from: string, to: string): Record<string, string> {
  mkdirSync(to, { recursive: true })
  const translations = readdirSync(from)
    .filter((name) => name.endsWith('.json'))
    .map((name): [string, Record<string, string>] => [name, JSON.parse(readFileSync(join(from, name), 'utf8'))])
  const keys = Object.keys(translations[0]?.[1] ?? {})
  const english = Object.fromEntries(keys.map((key) => [key, key]))
  const hashes: Record<string, string> = {}
  for (const [file, texts] of [['en.json', english] as const, ...translations]) {
    const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]))
    const json = JSON.stringify(compiled)
    writeFileSync(join(to, file), json)
    hashes[file.replace('.json', '')] = createHash('sha256').update(json).digest('hex').slice(0, 12)
  }
  return hashes
}
