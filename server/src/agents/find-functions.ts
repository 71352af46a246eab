import type { CatalogueFunction } from '@portico/contract/catalogue.ts'

/** Weights of a match: a match in the name counts more than one in the description. */
const WEIGHTS = { title: 4, id: 3, path: 2, summary: 1 }
const WHOLE = 3
const BEGINNING = 2
const MISTYPED = 1
/** Words that do not describe a function. */
const FILLERS = new Set(['a', 'an', 'and', 'api', 'by', 'for', 'from', 'get', 'in', 'me', 'of', 'the', 'to', 'with'])

/** Further words of a query are ignored. */
const WORDS_MAX = 12

interface SearchField {
  weight: number
  words: readonly string[]
}
/** The searchable fields of each function, split into words once. */
const known = new WeakMap<CatalogueFunction, SearchField[]>()

/**
 * The functions that match a query, best first. Every word is searched in name, path and description, also mistyped or as a prefix;
 * a function that matches more words precedes one that matches fewer words better.
 */
export function findFunctions(
  functions: readonly CatalogueFunction[],
  query: string,
  limit: number,
): CatalogueFunction[] {
  const words = [...new Set(wordsOf(query))]
  const meaningful = words.filter((word) => !FILLERS.has(word))
  const matchers = (meaningful.length > 0 ? meaningful : words).slice(0, WORDS_MAX).map(openMatcher)
  if (matchers.length === 0) return functions.slice(0, limit)
  return functions
    .map((one) => ({ one, ...scoreOf(fieldsOf(one), matchers) }))
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found || b.score - a.score)
    .slice(0, limit)
    .map(({ one }) => one)
}

function fieldsOf(one: CatalogueFunction): SearchField[] {
  const { id, title, summary, methods } = one
  const split = (weight: number, texts: string[]) => ({ weight, words: [...new Set(wordsOf(texts.join(' ')))] })
  const fields = known.get(one) ?? [
    split(WEIGHTS.title, [title]),
    split(WEIGHTS.id, [id]),
    split(
      WEIGHTS.path,
      methods.map(({ path }) => path),
    ),
    split(WEIGHTS.summary, [summary, ...methods.map((method) => method.summary)]),
  ]
  known.set(one, fields)
  return fields
}

type Matcher = (word: string) => number

/** Most words occur in many functions, so each is compared once. */
function openMatcher(requested: string): Matcher {
  const compared = new Map<string, number>()
  return (word) => {
    const found = compared.get(word) ?? likeness(requested, word)
    compared.set(word, found)
    return found
  }
}

function scoreOf(fields: SearchField[], matchers: Matcher[]): { found: number; score: number } {
  const scores = matchers.map((match) =>
    Math.max(...fields.map(({ weight, words }) => weight * Math.max(0, ...words.map(match)))),
  )
  return { found: scores.filter((score) => score > 0).length, score: scores.reduce((sum, score) => sum + score, 0) }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function likeness(requested: string, word: string): number {
  if (requested === word) return WHOLE
  if (requested.length >= 3 && word.startsWith(requested)) return BEGINNING
  return isMistyped(requested, word) ? MISTYPED : 0
}

/** Tolerates one wrong, missing, doubled or swapped character, and two such typos in a long word. */
function isMistyped(requested: string, word: string): boolean {
  const most = requested.length >= 8 ? 2 : requested.length >= 4 ? 1 : 0
  return most > 0 && Math.abs(requested.length - word.length) <= most && distance(requested, word) <= most
}

function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= b.length; at += 1) {
      const is_same = a[row - 1] === b[at - 1]
      const isExchanged = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const cost = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (is_same ? 0 : 1),
        isExchanged ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      next.push(cost)
    }
    before = last
    last = next
  }
  return last[b.length] ?? 0
}
