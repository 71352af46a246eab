import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { isLanguage, LANGUAGES, type Language } from '@portico/contract/language.ts'
import { startProblem } from '#db/start-problem.ts'

/** The operator's texts instead of our own, and in addition to them. */
export type ProviderTexts = ReadonlyMap<Language, Record<string, string>>

/** Translations of one language with those of the provider over them. */
export interface OwnMessages {
  messages: Record<string, unknown>
  json: string
  /** The provider's alone, which the console loads beside its own. */
  own_json: string
  hash: string
}

const LONGEST = 2_000

/** PROVIDER_DIR/texts/{en,ru,de,es,fr}.json: English text → text. A broken file stops the start with its name and reason. */
export function readTexts(provider_dir: string): ProviderTexts {
  const folder = join(provider_dir, 'texts')
  const texts = new Map<Language, Record<string, string>>()
  if (!existsSync(folder)) return texts
  for (const name of readdirSync(folder).toSorted()) {
    const language = name.replace(/\.json$/, '')
    if (!name.endsWith('.json') || !isLanguage(language))
      throw startProblem(`${join(folder, name)}: there are only ${LANGUAGES.map((one) => `${one}.json`).join(', ')}.`)
    texts.set(language, readOne(join(folder, name)))
  }
  return texts
}

function readOne(file: string): Record<string, string> {
  const value = parsed(file)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw startProblem(`${file}: it must be a map from English texts to texts.`)
  const entries: [string, string][] = Object.entries(value).map(([key, text]) => {
    if (typeof text !== 'string' || text === '' || text.length > LONGEST)
      throw startProblem(`${file}: "${key}" must be a text of 1 to ${LONGEST} characters.`)
    const wrong = faultOf(key, text)
    if (wrong) throw startProblem(`${file}: "${key}" ${wrong}.`)
    return [key, text]
  })
  return Object.fromEntries(entries)
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw startProblem(`${file} could not be read: ${error instanceof Error ? error.message : 'unreadable'}.`)
  }
}

/** A text may leave out placeholders of its key, but cannot add others. */
function faultOf(key: string, text: string): string | undefined {
  try {
    const known = namesIn(compileMessageOrThrow(key))
    const strange = [...namesIn(compileMessageOrThrow(text))].find((name) => !known.has(name))
    return strange === undefined ? undefined : `has no {${strange}}`
  } catch {
    return 'is no text with well-formed braces'
  }
}

function namesIn(message: unknown): Set<string> {
  if (!Array.isArray(message)) return new Set()
  return new Set(
    message.flatMap((part) => {
      if (!Array.isArray(part)) return []
      const inner = typeof part[2] === 'object' && part[2] !== null ? Object.values(part[2]) : []
      return [String(part[0]), ...inner.flatMap((one) => [...namesIn(one)])]
    }),
  )
}

/** The translations of the build with the provider's over them, ready to be sent. */
export function withTexts(built: Record<string, unknown>, own: Record<string, string>): OwnMessages {
  const compiled = Object.fromEntries(Object.entries(own).map(([key, text]) => [key, compileMessageOrThrow(text)]))
  const messages = { ...built, ...compiled }
  const json = JSON.stringify(messages)
  return {
    messages,
    json,
    own_json: JSON.stringify(compiled),
    hash: createHash('sha256').update(json).digest('hex').slice(0, 12),
  }
}
