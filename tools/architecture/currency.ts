import { matchesGlob } from 'node:path'
import { CURRENCY_CODES } from '../../contract/src/currency.ts'
import { product } from './rule.ts'
import { at, isTest, parsed, type Source } from './tree.ts'

/** Files that may name a currency: its definition, and files that do not deal with our money. */
const FREE = [
  'contract/src/currency.ts',
  // Characters that an invoice can show.
  'contract/src/billing-details.ts',
  'server/src/catalogue/sample/**',
  'server/src/databases/generators.ts',
  'web/src/lib/weak-words.ts',
  'web/src/screens/development/**',
]
const codes = CURRENCY_CODES.join('|')
const NAMED = new RegExp(
  `\\b(?:${codes})\\b|(?:\\b|_)(?:usd|eur|gbp)\\b|[Dd]ollar|\\beuros?\\b|[€£]|["']\\$["']|\\$\\d[\\d,]*[.,]\\d`,
  'g',
)
/** Settings that were released with a currency in their names. */
const SETTINGS = /\b[A-Z_]+_USD\b/g
const IN_TEXTS = new RegExp(`\\b(?:${codes})\\b|[€£]|\\$(?!id|tag)|d[oó]l+ar|доллар|\\beuros?\\b`, 'i')

/** Finds code that names a currency, since it would be wrong for any other. Comments may give examples. */
export function checkCurrency(sources: Source[]): string[] {
  const isBound = (source: Source) => !isTest(source) && matches(source, product) && !matches(source, FREE)
  return sources.filter(isBound).flatMap((source) => {
    const code = parsed(source).comments.reduce(
      (text, { start, end }) => text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end),
      source.text,
    )
    const text = code.replaceAll(SETTINGS, blank)
    return [...text.matchAll(NAMED)].map(({ index, 0: found }) => `${at(source, index)} names a currency: ${found}`)
  })
}

function blank(text: string): string {
  return text.replaceAll(/\S/g, ' ')
}

function matches({ path }: Source, globs: string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob))
}

/** Finds interface texts that name a currency. */
export function checkTexts(texts: Record<string, string>): string[] {
  return Object.entries(texts).flatMap((pair) => pair.filter((text) => IN_TEXTS.test(text)))
}
