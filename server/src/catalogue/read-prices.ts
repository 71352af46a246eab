import { MICROS_PER_UNIT } from '@portico/contract/money.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import * as z from 'zod/mini'
import type { Key } from '#files/yaml-file.ts'
import type { Faults } from './faults.ts'
import type { Source } from './read-yaml.ts'
import { isObject, type YamlNode } from './yaml-node.ts'

const MOST = 1_000

const amount = z.string().check(
  z.refine((text) => {
    const micros = parseAmount(text)
    return micros !== undefined && micros >= 0 && micros <= MOST * MICROS_PER_UNIT
  }, `must be an amount from 0 to ${MOST} with at most six decimals, such as 0.0006`),
)
const whole = z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number'))

const volume = z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number'))
const unitName = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a name of small letters, such as tokens'))
/** An amount, or amounts by the volume of the month: `[{ up_to: 1000, price: 0.002 }, { price: 0.001 }]`. */
const graduated = z.union(
  [amount, z.array(z.strictObject({ up_to: z.optional(volume), price: amount })).check(z.minLength(1))],
  `must be an amount from 0 to ${MOST} with at most six decimals, such as 0.0006, or a list of { up_to: …, price: … }`,
)

const line = z.strictObject({
  per_request: z.optional(graduated),
  per_result: z.optional(graduated),
  per_page: z.optional(graduated),
  /** Prices of `units`, each for its `size`. */
  per_unit: z.optional(z.record(unitName, graduated)),
  /** The lowest and highest price of one call. */
  min: z.optional(amount),
  max: z.optional(amount),
  extras: z.optional(z.record(z.string(), amount)),
})
const counting = z.strictObject({
  field: z.string(),
  size: z.optional(whole.check(z.regex(/[1-9]/, 'must be 1 or more'))),
  included: z.optional(whole),
  cap: z.optional(z.string()),
  /** The path to the counted list in the answer: `observations`, `data.hours`. */
  answer: z.optional(z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/, 'must name a list, such as data.observations'))),
})
const unit = z.strictObject({
  count: z.optional(
    z.enum(
      ['bytes', 'request_bytes', 'events', 'seconds', 'milliseconds'],
      'must be bytes, request_bytes, events, seconds or milliseconds',
    ),
  ),
  /** The path to a number in the answer: `usage.total_tokens`. */
  answer: z.optional(
    z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/, 'must name a number, such as usage.total_tokens')),
  ),
  size: z.optional(volume.check(z.regex(/[1-9]/, 'must be 1 or more'))),
  included: z.optional(volume),
  max: z.optional(volume),
  /** A field of the request that bounds it: `max_tokens`. */
  max_field: z.optional(z.string()),
})
const rates = z.strictObject({
  units: z.optional(z.record(unitName, unit)),
  /** Units that cost an account nothing in each month. */
  monthly_free: z.optional(z.record(unitName, volume)),
  /** Functions with the same pool share what was used this month. */
  pool: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  results: z.optional(counting),
  pages: z.optional(counting),
  live: z.optional(line),
  task: z.optional(z.strictObject({ normal: line, high: z.optional(line) })),
})
const book = z.strictObject({
  version: z.string().check(z.minLength(1), z.maxLength(40)),
  valid_from: z
    .string()
    .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day like 2026-01-31')),
  default: z.optional(z.strictObject({ per_request: amount })),
  plans: z.optional(z.record(z.string(), rates)),
  functions: z.record(z.string(), z.unknown()),
})

export type PriceLine = z.infer<typeof line>
export type Graduated = z.infer<typeof graduated>
export type WrittenUnit = z.infer<typeof unit>
export type Counting = z.infer<typeof counting>
export type Rates = z.infer<typeof rates>

/** The price of one function and its position in the price book. */
export interface Priced {
  rates: Rates
  path: readonly Key[]
  /** The plan is written for this function only, not shared by name. */
  is_own: boolean
}

export interface PriceBook {
  source: Source
  version: string
  valid_from: string
  functions: Map<string, Priced>
  plans: Record<string, Rates>
  /** For functions without a line: the same for every method. */
  fallback: Rates | undefined
}

export function readPrices(source: Source, faults: Faults): PriceBook {
  const parsed = book.safeParse(source.value)
  if (!parsed.success) addIssues(parsed.error, source, [], faults)
  const { version = '', valid_from = '', plans = {}, functions = {}, default: line } = parsed.data ?? {}
  const priced = new Map<string, Priced>()
  for (const [id, written] of Object.entries(functions)) {
    const path = ['functions', id]
    const is_own = typeof written !== 'string'
    const known = is_own ? readRates(written, source, path, faults) : Object.hasOwn(plans, written) && plans[written]
    if (known) priced.set(id, { rates: known, path, is_own })
    else if (!is_own) faults.add(source, path, `there is no plan named ${JSON.stringify(written)}`)
  }
  return {
    source,
    version,
    valid_from,
    functions: priced,
    plans,
    fallback: line && { live: line, task: { normal: line, high: line } },
  }
}

/** A price in a document or overlay: the name of a plan, or its own lines. */
export function readDocumentPrice(node: YamlNode, { plans }: PriceBook, faults: Faults): Rates | undefined {
  const { value, source, path } = node
  if (typeof value !== 'string') return readRates(inWords(value), source, [...path], faults)
  if (Object.hasOwn(plans, value)) return plans[value]
  faults.add(source, path, `there is no plan named ${JSON.stringify(value)}`)
  return undefined
}

/** Amounts in a document are parsed as numbers; the shortest text of a number is the one that was typed. */
function inWords(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inWords(one)]))
}

function readRates(written: unknown, source: Source, path: Key[], faults: Faults): Rates | undefined {
  const parsed = rates.safeParse(written)
  if (!parsed.success) addIssues(parsed.error, source, path, faults)
  return parsed.data
}

function addIssues(error: z.core.$ZodError, source: Source, path: Key[], faults: Faults): void {
  for (const issue of error.issues) {
    const at = [...path, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))]
    const named = at.join('.') || 'the price book'
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) faults.add(source, [...at, key], `${[...at, key].join('.')} is not known here`)
    else if (issue.code === 'invalid_type') faults.add(source, at, `${named} is missing or has the wrong form`)
    else faults.add(source, at, `${named} ${issue.message}`)
  }
}
