import type { Micros } from '@portico/contract/money.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { SEARCH_TEXT_MIN } from '@portico/contract/search.ts'
import type { NamedWord, NamedWords } from '#db/named-by.ts'

export interface SearchWords extends NamedWords {
  /** What may be the id of a call, a request or a task, as written: the data source makes ids of its own. */
  call_ids: string[]
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const CALL_ID = /^(?=.*\d)[\w-]{16,100}$/
/** More words than this describe nothing that has a number. */
const MOST_WORDS = 8

/** Words with digits name a thing exactly, and all of them count; `invoice` beside them is no part of any number. */
export function readWords(text: string): SearchWords {
  const written = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const numbered = written.filter((word) => /\d/.test(word))
  return {
    words: (numbered.length > 0 ? numbered : written)
      .filter((word) => word.length >= SEARCH_TEXT_MIN)
      .map((word) => readWord(word.toLocaleLowerCase())),
    is_every: numbered.length > 0,
    call_ids: written.filter((word) => CALL_ID.test(word)),
  }
}

function readWord(part: string): NamedWord {
  return { part, id: ID.test(part) ? part : null, amount_micros: amountOf(part) ?? null }
}

/** `$50`, `50.00`, `1,250.50` and `1.250,50€`: the last separator before one or two digits begins the cents. */
function amountOf(word: string): Micros | undefined {
  const [, whole = '', cents = ''] = /^\p{Sc}?([\d.,’']+?)(?:[.,](\d{1,2}))?\p{Sc}?$/u.exec(word) ?? []
  return parseAmount(`${whole.replaceAll(/[.,’']/g, '')}${cents && `.${cents}`}`) || undefined
}
