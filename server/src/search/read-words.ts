import type { Micros } from '@portico/contract/money.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { SEARCH_TEXT_MIN } from '@portico/contract/search.ts'

export interface SearchWords {
  /** Parts of a number, a reference or a name, in lower case. */
  parts: string[]
  /** Ids of payments and documents. */
  ids: string[]
  /** What may be the id of a call, a request or a task, as written: the data source makes ids of its own. */
  call_ids: string[]
  amounts: Micros[]
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const CALL_ID = /^(?=.*\d)[\w-]{16,100}$/
/** More words than this describe nothing that has a number. */
const MOST_WORDS = 8

/** One of the words has to fit: the page ranks what comes, and knows that "invoice" is no part of a number. */
export function readWords(text: string): SearchWords {
  const written = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const words = written.map((word) => word.toLocaleLowerCase())
  const parts = words.filter((word) => word.length >= SEARCH_TEXT_MIN)
  return {
    parts,
    ids: parts.filter((word) => ID.test(word)),
    call_ids: written.filter((word) => CALL_ID.test(word)),
    amounts: words.flatMap((word) => amountOf(word) ?? []).filter((micros) => micros > 0),
  }
}

/** `$50`, `50.00`, `1,250.50` and `1.250,50 €`: the last separator before one or two digits begins the cents. */
function amountOf(word: string): Micros | undefined {
  const [, whole = '', cents = ''] = /^\p{Sc}?([\d.,’']+?)(?:[.,](\d{1,2}))?\p{Sc}?$/u.exec(word) ?? []
  return parseAmount(`${whole.replaceAll(/[.,’']/g, '')}${cents && `.${cents}`}`)
}
