import type { CatalogueFunction } from '@portico/contract/catalogue.ts'

/** How much a word counts where it is found: what a function is called says more than how it is described. */
const WEIGHTS = { title: 4, id: 3, path: 2, summary: 1 }
const WHOLE = 3
const BEGINNING = 2
const MISTYPED = 1
/** Words that say nothing about what is looked for. */
const FILLERS = new Set(['a', 'an', 'and', 'api', 'by', 'for', 'from', 'get', 'in', 'me', 'of', 'the', 'to', 'with'])

/** More are not read: nobody looks for something with so many words. */
const WORDS_MAX = 12

interface Place {
  weight: number
  words: readonly string[]
}
/** What each function can be found by, split into words once. */
const known = new WeakMap<CatalogueFunction, Place[]>()

/**
 * The functions that fit a question best, the best first. Every word is looked for in name, path and description, also when it
 * is mistyped or only begun; a function that knows more of the words goes before one that knows fewer of them better.
 */
export function findFunctions(
  functions: readonly CatalogueFunction[],
  query: string,
  limit: number,
): CatalogueFunction[] {
  const words = [...new Set(wordsOf(query))]
  const telling = words.filter((word) => !FILLERS.has(word))
  const asked = (telling.length > 0 ? telling : words).slice(0, WORDS_MAX).map(openMatcher)
  if (asked.length === 0) return functions.slice(0, limit)
  return functions
    .map((one) => ({ one, ...scoreOf(placesOf(one), asked) }))
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found || b.score - a.score)
    .slice(0, limit)
    .map(({ one }) => one)
}

function placesOf(one: CatalogueFunction): Place[] {
  const { id, title, summary, methods } = one
  const split = (weight: number, texts: string[]) => ({ weight, words: [...new Set(wordsOf(texts.join(' ')))] })
  const places = known.get(one) ?? [
    split(WEIGHTS.title, [title]),
    split(WEIGHTS.id, [id]),
    split(
      WEIGHTS.path,
      methods.map(({ path }) => path),
    ),
    split(WEIGHTS.summary, [summary, ...methods.map((method) => method.summary)]),
  ]
  known.set(one, places)
  return places
}

type Matcher = (word: string) => number

/** Most words stand in many functions: each is compared once. */
function openMatcher(requested: string): Matcher {
  const compared = new Map<string, number>()
  return (word) => {
    const found = compared.get(word) ?? likeness(requested, word)
    compared.set(word, found)
    return found
  }
}

function scoreOf(places: Place[], asked: Matcher[]): { found: number; score: number } {
  const scores = asked.map((match) =>
    Math.max(...places.map(({ weight, words }) => weight * Math.max(0, ...words.map(match)))),
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

/** One letter wrong, missing, doubled or two exchanged; in a long word two such mistakes. */
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
