import type { Entry } from '../entry.ts'
import { isObject } from '../yaml-node.ts'
import { completer } from './complete.ts'
import { type Maker, makerFor } from './makers.ts'
import { questionOf } from './question.ts'
import { checkMarket } from './references.ts'

export interface SampleAnswer {
  /** The task's `result`. */
  result: unknown[]
  /** The numbers of results and pages that are charged. */
  results: number
  pages?: number
}

const makers = new WeakMap<Entry, Maker>()

/** Makes up a plausible answer, always the same for the same task; only dates follow the clock. */
export function answerSample(entry: Entry, task: Record<string, unknown>, now: Date): SampleAnswer {
  const make = makers.get(entry) ?? makerFor(entry.function_id)
  makers.set(entry, make)
  if (entry.kind !== 'reference') checkMarket(task)
  const question = questionOf(entry, task, now)
  const made = make(question)
  const { result: complete } = completer(entry, task, now)
  const result = (Array.isArray(made) ? made : made.result).map((one) =>
    isObject(one) ? complete(one, question.seed) : one,
  )
  const units = Array.isArray(made) ? rowsIn(made) : made.units
  const { pages } = (entry.posted_by ?? entry).tariff ?? {}
  return { result, results: units, ...(pages && { pages: Math.ceil(units / pages.size) }) }
}

/** The rows of the answer's only list, or the answer's own rows. */
function rowsIn(result: unknown[]): number {
  const [first] = result
  return isObject(first) && Array.isArray(first.items) ? first.items.length : result.length
}
