import * as z from 'zod/mini'
import { MICROS_MAX } from './money.ts'

const whole = z.int().check(z.gte(0), z.lte(MICROS_MAX))

/** How many results or pages a task requests, read from one of its fields: a number, or the length of a list. */
const count = z.object({
  field: z.string(),
  /** Field units per priced unit: ten results of `depth` are a page. */
  size: whole,
  /** Units the price per request already covers. */
  included: whole,
  /** The field's value when the task leaves it out, and the most it may be. */
  otherwise: whole,
  maximum: whole,
  /** Another field that may lower it. */
  cap: z.nullable(z.string()),
})
export type Count = z.infer<typeof count>

/** A unit that is measured rather than requested: bytes, events, time, or a number in the answer. */
const measure = z.object({
  /** The name in the price list: `tokens`. */
  name: z.string(),
  of: z.enum(['bytes', 'request_bytes', 'events', 'seconds', 'milliseconds', 'answer']),
  /** For `answer`, the path to the number: `usage.total_tokens`. */
  answer: z.string(),
  /** The price is for this many; a part of it costs its share. */
  size: whole,
  included: whole,
  /** Charged at most for one call; null: only the highest price of the call bounds it. */
  maximum: z.nullable(whole),
  /** A field of the request that lowers `maximum`. */
  bound: z.nullable(z.object({ field: z.string(), otherwise: whole, maximum: whole })),
})
export type Measure = z.infer<typeof measure>

/** Prices by the volume an account has paid for in the month; the last one has no end. */
const tiers = z.array(z.object({ up_to: z.nullable(whole), micros: whole }))
export type Tiers = z.infer<typeof tiers>

const price = z.object({
  per_request: whole,
  per_result: whole,
  per_page: whole,
  /** Measured units by name, each for its `size`. */
  per_unit: z.optional(z.record(z.string(), whole)),
  /** Replaces the price of a unit: `requests`, `results`, `pages` or a measured one. */
  tiers: z.optional(z.record(z.string(), tiers)),
  /** A call costs at least and at most this. */
  least: z.optional(whole),
  most: z.optional(whole),
  /** Switches and numbers of the task that cost on top; a number multiplies its price. */
  extras: z.array(z.object({ field: z.string(), micros: whole, otherwise: whole, maximum: whole })),
})
export type Price = z.infer<typeof price>

/** What a method costs, in micros: the page estimates and the gateway charges with the same numbers and rules. */
export const tariff = z.object({
  results: z.nullable(count),
  pages: z.nullable(count),
  measures: z.optional(z.array(measure)),
  /** Units that are free each month, and the name under which functions share them and their tiers. */
  monthly: z.optional(z.object({ pool: z.string(), free: z.record(z.string(), whole) })),
  normal: price,
  high: z.nullable(price),
})
export type Tariff = z.infer<typeof tariff>
