import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** Turns the translators' files into what the page reads, one static file per language, and returns their hashes. */
export function compileMessages(from: string, to: string): Record<string, string> {
  mkdirSync(to, { recursive: true })
  const hashes: Record<string, string> = {}
  for (const file of readdirSync(from).filter((name) => name.endsWith('.json'))) {
    const source: Record<string, string> = JSON.parse(readFileSync(join(from, file), 'utf8'))
    const compiled = Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compileMessageOrThrow(text)]))
    const json = JSON.stringify(compiled)
    writeFileSync(join(to, file), json)
    hashes[file.replace('.json', '')] = createHash('sha256').update(json).digest('hex').slice(0, 12)
  }
  return hashes
}
