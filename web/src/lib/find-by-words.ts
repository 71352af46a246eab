import { prefixDistance } from './prefix-distance.ts'

export interface Findable {
  label: string
  /** Further words one may look for it by, such as its address. */
  words?: string
  /** Its description. */
  text?: string
}

/**
 * Entries that match the typed words, the best first: the label is what was typed or contains it, begins with the
 * words, one of its words does, or it contains them. Ties keep their order. If nothing matches as typed, typos are
 * tolerated.
 */
export function findByWords<C extends Findable>(items: readonly C[], typed: string): C[] {
  const all = wordsOf(typed, /\s+/)
  const meant = all.filter((word) => !FILLERS.has(word))
  const wanted = meant.length > 0 ? meant : all
  if (wanted.length === 0) return [...items]
  const phrase = all.join(' ')
  const found = ranked(items, wanted, phrase, asTyped)
  return found.length > 0 ? found : ranked(items, wanted, phrase, mistyped)
}

/** Words that describe nothing, beside others: `upload a file`. */
const FILLERS = new Set(['a', 'an', 'and', 'by', 'for', 'from', 'in', 'of', 'on', 'the', 'to', 'with'])

/** The distance of a word from the searched fields; undefined when it is not found. */
type Cost = (word: string, name: Read, words: Read, text: Read) => number | undefined

function ranked<C extends Findable>(items: readonly C[], wanted: string[], phrase: string, costOf: Cost): C[] {
  return items
    .flatMap((item) => {
      const [name, words, text] = [read(item.label), read(item.words), read(item.text)]
      let cost = name.plain === phrase ? -2 : wanted.length > 1 && name.plain.includes(phrase) ? -1 : 0
      // Every word has to be found.
      for (const word of wanted) {
        const own = costOf(word, name, words, text)
        if (own === undefined) return []
        cost += own
      }
      return [{ item, cost }]
    })
    .sort((a, b) => a.cost - b.cost)
    .map(({ item }) => item)
}

function asTyped(word: string, name: Read, words: Read, text: Read): number | undefined {
  if (name.plain.startsWith(word)) return 0
  if (begins(name, word)) return 1
  if (name.plain.includes(word)) return 2
  if (begins(words, word)) return 3
  // An address or an id is searched as written; an exact match precedes those that only begin with it.
  if (/[/_-]/.test(word) && words.plain.includes(word)) return words.plain.split(' ').includes(word) ? 3 : 4
  return begins(text, word) ? 6 : undefined
}

/** Beyond what fits exactly: dearer than any of it. */
const MISTYPED = 10

function mistyped(word: string, name: Read, words: Read, text: Read): number | undefined {
  const exact = asTyped(word, name, words, text)
  if (exact !== undefined) return exact
  const most = slipsIn(word)
  if (most === 0) return undefined
  for (const [at, field] of [name, words, text].entries()) {
    const slips = Math.min(...field.words.map((one) => prefixDistance(word, one, most)))
    if (slips <= most) return MISTYPED + 3 * at + slips
  }
  return undefined
}

/** The number of characters that may be wrong: in a short word any character changes the meaning. */
function slipsIn(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

interface Read {
  plain: string
  words: string[]
}

function read(text = ''): Read {
  return { plain: plain(text), words: wordsOf(text, /[^\p{L}\p{N}@.]+/u) }
}

function begins({ words }: Read, word: string): boolean {
  return words.some((one) => one.startsWith(word))
}

function wordsOf(text: string, between: RegExp): string[] {
  return plain(text).split(between).filter(Boolean)
}

/** Capitals and accents make no difference to who is looking for something. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
