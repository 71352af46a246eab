import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { PRIORITIES, quoteOf } from '@portico/contract/price.ts'
import type { Count, Price, Tariff } from '@portico/contract/tariff.ts'
import type { Faults } from './faults.ts'
import { type LeftOut, leftOut } from './left-out.ts'
import { isCharged, type Operation } from './read-operations.ts'
import {
  type Counting,
  type PriceBook,
  type Priced,
  type PriceLine,
  type Rates,
  readDocumentPrice,
} from './read-prices.ts'
import type { ResultList } from './result-list.ts'
import { type AddFault, boundsOf, isPriced, microsOf, unitPrices, unitsOf } from './set-units.ts'

export interface Charge {
  tariff: Tariff | null
  result_list: ResultList
}

const FREE: Charge = { tariff: null, result_list: 'family' }

interface Unsold {
  /** Parts that the documents leave out; prices for them are no fault. */
  before: readonly LeftOut[]
  /** Operations that this price book does not price. */
  left_out: LeftOut[]
}

/** Sets the tariff of every operation that has a price; a price for an unknown function is a fault. */
export function setTariffs(
  all: Operation[],
  book: PriceBook,
  faults: Faults,
  { before, left_out }: Unsold,
): Map<Operation, Charge> {
  const tariffs = new Map<Operation, Charge>()
  const operations = all.filter((operation) => {
    if (!isCharged(operation.kind) || hasPrice(operation, book)) return true
    const { id, function_id, node } = operation
    const reason = `${function_id} has no price: name it under functions in ${book.source.file}, or set default there`
    const mend = `${book.source.file}: functions: { '${function_id}': { ${operation.kind === 'live' ? 'live: { per_request: 0.001 }' : 'task: { normal: { per_request: 0.001 } }'} } }`
    left_out.push(leftOut({ id, node, why: 'price', reason, mend, function_id }))
    return false
  })
  for (const operation of operations)
    tariffs.set(operation, isCharged(operation.kind) ? chargeOf(operation, book, faults) : FREE)
  refuseUnequalPools(tariffs, book, faults)
  const charged = new Set([
    ...operations.filter(({ kind }) => isCharged(kind)).map((one) => one.function_id),
    ...before.map((one) => one.function_id),
  ])
  // The function names of a document or path that is left out as a whole are not known.
  const is_certain = before.every((one) => one.function_id !== undefined)
  for (const [id, { path }] of book.functions) {
    if (charged.has(id)) continue
    const reason = `no document charges for a function ${id}`
    if (is_certain) faults.add(book.source, path, reason)
    else left_out.push(leftOut({ id, node: { source: book.source, path }, why: 'price', reason, mend: '' }))
  }
  const left = new Set(before.map((one) => one.function_id))
  for (const [id, priced] of book.functions)
    if (is_certain && !left.has(id)) refuseIdleLines(id, priced, operations, book, faults)
  return tariffs
}

/**
 * Sets tariffs by prices that were applied earlier, maybe to other documents. An operation that they do not price, or price with a
 * fault, is not for sale until new prices are applied.
 */
export function chargesByApplied(operations: Operation[], book: PriceBook): Map<Operation, Charge> {
  const charges = new Map<Operation, Charge>()
  for (const operation of operations) {
    if (!isCharged(operation.kind)) continue
    let is_right = true
    const faults = {
      add: () => {
        is_right = false
      },
      settle: () => undefined,
    }
    const charge = chargeOf(operation, book, faults)
    if (is_right) charges.set(operation, charge)
  }
  return charges
}

function chargeOf(operation: Operation, book: PriceBook, faults: Faults): Charge {
  const { kind, function_id, schema, node } = operation
  const written = priceOf(operation, book, faults)
  if (!written) {
    faults.add(node.source, node.path, `${function_id} has no price`)
    return FREE
  }
  const addFault: AddFault = (reason, ...path) => faults.add(written.source, [...written.path, ...path], reason)
  const { rates } = written
  const lines = kind === 'live' ? rates.live && { normal: rates.live } : rates.task
  if (!lines) {
    addFault(`${function_id} is sold by ${operation.id}, but has no ${kind === 'live' ? 'live' : 'task'} price`)
    return FREE
  }
  const has_high = operation.priorities.includes(PRIORITIES.high)
  const high = 'high' in lines && has_high ? lines.high : undefined
  if (has_high && !high) addFault(`${function_id} offers high priority, but has no high price`, 'task')
  const priced = [lines.normal, ...(high ? [high] : [])]
  const tariff: Tariff = {
    results: countOf(rates.results, priced, 'result', operation, addFault),
    pages: countOf(rates.pages, priced, 'page', operation, addFault),
    ...unitsOf(rates, priced, operation, addFault),
    normal: linePrice(lines.normal, schema, addFault),
    high: high ? linePrice(high, schema, addFault) : null,
  }
  const highest = Math.max(...[PRIORITIES.normal, PRIORITIES.high].map((priority) => highestOf(tariff, priority)))
  // Without a bound a fault was added already.
  if (Number.isFinite(highest) && !Number.isSafeInteger(highest))
    addFault(`${function_id} can cost more than can be counted exactly`)
  return { tariff, result_list: listOf(operation, tariff, rates, addFault) }
}

function hasPrice({ function_id, price }: Operation, book: PriceBook): boolean {
  return book.functions.has(function_id) || price !== undefined || book.fallback !== undefined
}

/** A line of the price book precedes the price in a document or overlay, which precedes the default price. */
function priceOf({ function_id, price }: Operation, book: PriceBook, faults: Faults) {
  const { source, fallback } = book
  const named = book.functions.get(function_id)
  if (named) return { ...named, source }
  const rates = price && readDocumentPrice(price, book, faults)
  if (price && rates) return { rates, path: price.path, source: price.source }
  return fallback && { rates: fallback, path: ['default'], source }
}

/** The list counted for a price per result or page, by the price book or by the answer's schema. */
function listOf(
  { answers_with, answer_lists, id }: Operation,
  tariff: Tariff,
  rates: Rates,
  addFault: AddFault,
): ResultList {
  const unit = tariff.results ? 'results' : 'pages'
  const named = rates[unit]?.answer
  if (named !== undefined) {
    if (answer_lists && !answer_lists.includes(named))
      addFault(`the answer of ${id} has no list ${named}; it has ${answer_lists.join(', ') || 'none'}`, unit, 'answer')
    return named.split('.')
  }
  if (answers_with === 'family' || !('reason' in answers_with)) return answers_with
  if (tariff.results || tariff.pages)
    addFault(
      `${id} has a price per ${unit.slice(0, -1)}, but ${answers_with.reason}: say which list counts, ${unit}: { answer: … }`,
      unit,
    )
  return 'family'
}

function highestOf(tariff: Tariff, priority: 1 | 2): number {
  const extras = Object.fromEntries(tariff.normal.extras.map(({ field, maximum }) => [field, maximum]))
  return quoteOf(tariff, { priority, extras }).max_micros
}

function countOf(
  counting: Counting | undefined,
  lines: PriceLine[],
  unit: 'result' | 'page',
  { schema, function_id, id }: Operation,
  addFault: AddFault,
): Count | null {
  if (!lines.some((line) => isPriced(line[`per_${unit}`]))) return null
  if (!counting) {
    addFault(`${function_id} has a price per ${unit}, but does not say which field counts: ${unit}s: { field: … }`)
    return null
  }
  const { field, size = '1', included = '0', cap = null } = counting
  const bounds = boundsOf(schema.properties?.[field])
  if (!bounds)
    addFault(`${id} has no field ${field} with a greatest value, so its price would have no bound`, `${unit}s`)
  if (cap !== null && schema.properties?.[cap]?.type !== 'integer')
    addFault(`${id} has no whole number ${cap}`, `${unit}s`)
  return { field, cap, size: Number(size), included: Number(included), ...(bounds ?? { otherwise: 0, maximum: 0 }) }
}

function linePrice(line: PriceLine, schema: FieldSchema, addFault: AddFault): Price {
  const extras = Object.entries(line.extras ?? {}).map(([name, text]) => {
    const field = schema.properties?.[name]
    const maximum = field?.type === 'boolean' ? 1 : field?.type === 'integer' ? field.maximum : undefined
    if (maximum === undefined) addFault(`extra ${name} must be a switch or a bounded whole number of the request`)
    return { field: name, micros: microsOf(text), otherwise: Number(field?.default ?? 0), maximum: maximum ?? 0 }
  })
  return { ...unitPrices(line, addFault), extras }
}

/** Functions that share a pool share one allowance. */
function refuseUnequalPools(charges: ReadonlyMap<Operation, Charge>, book: PriceBook, faults: Faults): void {
  const known = new Map<string, string>()
  for (const [{ function_id }, { tariff }] of charges) {
    if (!tariff?.monthly) continue
    const { pool, free } = tariff.monthly
    const written = JSON.stringify(Object.entries(free).toSorted())
    if (written !== (known.get(pool) ?? written))
      faults.add(
        book.source,
        ['functions', function_id],
        `the functions of the pool ${pool} need the same monthly_free`,
      )
    known.set(pool, written)
  }
}

/** A line written for one function and never charged is a fault; a shared plan may hold more than each function needs. */
function refuseIdleLines(id: string, priced: Priced, operations: Operation[], book: PriceBook, faults: Faults): void {
  if (!priced.is_own) return
  for (const [line, kind] of [['live', 'live'] as const, ['task', 'task_post'] as const]) {
    const is_sold = operations.some((one) => one.function_id === id && one.kind === kind)
    if (priced.rates[line] && !is_sold) faults.add(book.source, [...priced.path, line], `${id} has no ${line} method`)
  }
}
