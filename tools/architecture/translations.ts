import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { LANGUAGES } from '../../contract/src/language.ts'
import { root } from '../ready/folders.mjs'
import { sameInLanguage } from './same-in-languages.ts'

/** The languages that have files; in English the key is the text. */
export const languages = LANGUAGES.filter((language) => language !== 'en')

/** Language → the text of its file, undefined when there is none. */
export type Files = Record<string, string | undefined>
type Catalogue = Record<string, string>

/** The folders of texts, each with a file for every language: pages, console, mails and documents, names of the provider's APIs. */
const FOLDERS = ['web/i18n', 'web/i18n/operator', 'server/src/i18n', 'provider/texts'] as const
type Folder = (typeof FOLDERS)[number]

export function filesIn(folder: Folder, of: readonly string[] = languages): Files {
  const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  return Object.fromEntries(of.map((language) => [language, textOf(join(root, folder, `${language}.json`))]))
}

/** The English texts that a language lacks, by the file they belong in; a language without files lacks all of them. */
export function untranslated(language: string, files: (folder: Folder) => Files): Record<string, Catalogue> {
  const lacking = FOLDERS.map((folder) => {
    const { [language]: given = '{}', ...others } = files(folder)
    const own: Catalogue = JSON.parse(given)
    const keys = new Set(Object.values(others).flatMap((text) => Object.keys(JSON.parse(text ?? '{}'))))
    // Names of the provider's APIs are often names that every language shares.
    const isLeft = (key: string) => folder !== 'provider/texts' && own[key] === key && !mayStay(language, key)
    const missing = [...keys].filter((key) => !own[key]?.trim() || isLeft(key))
    return [`${folder}/${language}.json`, Object.fromEntries(missing.map((key) => [key, '']))] as const
  })
  return Object.fromEntries(lacking.filter(([, texts]) => Object.keys(texts).length > 0))
}

/** The files against each other; `used` are the texts in the code, `spoken` those the server may send. */
export function checkTranslations(
  files: Files,
  used: Set<string>,
  spoken: string[] = [],
  folder: Folder = 'web/i18n',
): string[] {
  const missing = languages.filter((language) => files[language] === undefined)
  if (missing.length) return missing.map((language) => `${folder}/${language}.json does not exist`)
  const faults: string[] = []
  const catalogues = languages.map((language) => ({ language, catalogue: read(language, files, faults) }))
  const keys = [...new Set(catalogues.flatMap(({ catalogue }) => Object.keys(catalogue)))]
  for (const { language, catalogue } of catalogues) {
    for (const key of keys) {
      const value = catalogue[key]
      const fault = value === undefined ? 'is missing' : valueFault(language, key, value)
      if (fault) faults.push(`${language}.json «${key}» ${fault}`)
    }
  }
  return [
    ...faults,
    ...keys.filter((key) => !used.has(key)).map((key) => `${folder} «${key}» is not used in the code`),
    ...spoken
      .filter((key) => !keys.includes(key))
      .map((key) => `${folder} «${key}» is missing: the server may send it`),
  ]
}

function read(language: string, files: Files, faults: string[]): Catalogue {
  try {
    const entries = Object.entries(JSON.parse(files[language] ?? ''))
    const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    if (texts.length < entries.length) faults.push(`${language}.json is not flat: every value is a text`)
    return Object.fromEntries(texts)
  } catch (error) {
    faults.push(`${language}.json is no JSON: ${error instanceof Error ? error.message : error}`)
    return {}
  }
}

function valueFault(language: string, key: string, value: string): string | undefined {
  if (value.trim() === '') return 'is empty'
  const [wanted, given] = [placeholders(key), placeholders(value)]
  if (wanted === undefined || given === undefined) return `is no valid message: ${value}`
  if (wanted !== given) return `has the placeholders ${given || 'none'} instead of ${wanted || 'none'}`
  return value === key && !mayStay(language, key)
    ? 'is left in English (tools/architecture/same-in-languages.ts)'
    : undefined
}

function mayStay(language: string, key: string): boolean {
  const hasWords = /\p{L}/u.test(key.replaceAll(/\{[^}]*\}/g, ''))
  return !hasWords || (sameInLanguage[key]?.includes(language) ?? false)
}

/** The names a message takes and its marks `<0>…</0>`, sorted; undefined when it does not compile or leaves a case open. */
export function placeholders(message: string): string | undefined {
  try {
    const names = namesIn(compileMessageOrThrow(message))
    return [...new Set([...names, ...(message.match(/<\/?\d>/g) ?? [])])].sort().join(' ')
  } catch {
    return undefined
  }
}

/** Compiled messages are lists of texts and of `[name, kind?, choices?]`, whose choices are messages again. */
function namesIn(compiled: unknown): string[] {
  if (!Array.isArray(compiled)) return []
  return compiled.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return []
    const [name, kind, choices]: unknown[] = token
    const isChoice = kind === 'plural' || kind === 'select' || kind === 'selectordinal'
    if (!isChoice) return [String(name)]
    const cases = Object.entries(choices ?? {})
    if (!cases.some(([key]) => key === 'other')) throw new Error(`${name} has no case «other»`)
    return [String(name), ...cases.flatMap(([, message]) => namesIn(message))]
  })
}
