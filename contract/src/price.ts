import * as z from 'zod/mini'
import { MICROS_MAX, type Micros } from './money.ts'

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

const price = z.object({
  per_request: whole,
  per_result: whole,
  per_page: whole,
  /** Switches and numbers of the task that cost on top; a number multiplies its price. */
  extras: z.array(z.object({ field: z.string(), micros: whole, otherwise: whole, maximum: whole })),
})
export type Price = z.infer<typeof price>

/** What a method costs, in micros: the page estimates and the gateway charges with the same numbers and rules. */
export const tariff = z.object({
  results: z.nullable(count),
  pages: z.nullable(count),
  normal: price,
  high: z.nullable(price),
})
export type Tariff = z.infer<typeof tariff>

export const PRIORITIES = { normal: 1, high: 2 } as const
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES]

export interface ChargeableUnits {
  priority: Priority
  /** The most that may be charged for; an omitted field counts as its maximum. */
  results?: number
  pages?: number
  /** Field → how often its extra is charged. */
  extras?: Record<string, number>
}

export interface Quote {
  max_micros: Micros
  /** The charge for what really came back: never more than for what was requested. */
  of(results: number, pages: number): Micros
}

/** Units a task requests. Invalid values count as omitted: validation reports them. */
export function chargeableUnits(tariff: Tariff, task: Record<string, unknown>): ChargeableUnits {
  const extras: Record<string, number> = {}
  for (const extra of [...tariff.normal.extras, ...(tariff.high?.extras ?? [])])
    extras[extra.field] = clamp(units(task[extra.field]), extra)
  return {
    priority: task.priority === PRIORITIES.high ? PRIORITIES.high : PRIORITIES.normal,
    results: counted(tariff.results, task),
    pages: counted(tariff.pages, task),
    extras,
  }
}

export function quoteOf(tariff: Tariff, units: ChargeableUnits): Quote {
  const line = units.priority === PRIORITIES.high && tariff.high ? tariff.high : tariff.normal
  const results = most(tariff.results, units.results)
  const pages = most(tariff.pages, units.pages)
  let fixed = line.per_request
  for (const extra of line.extras) fixed += extra.micros * clamp(units.extras?.[extra.field], extra)
  const of = (got_results: number, got_pages: number) =>
    fixed +
    line.per_result * extraUnits(tariff.results, got_results, results) +
    line.per_page * extraUnits(tariff.pages, got_pages, pages)
  return { max_micros: of(results, pages), of }
}

function counted(count: Count | null, task: Record<string, unknown>): number {
  if (!count) return 0
  const wanted = Math.ceil(clamp(units(task[count.field]), count) / count.size)
  const cap = count.cap === null ? undefined : units(task[count.cap])
  return cap === undefined ? wanted : Math.min(wanted, Math.ceil(cap))
}

function units(value: unknown): number | undefined {
  if (typeof value === 'number' && value >= 0) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return Array.isArray(value) ? value.length : undefined
}

function clamp(value: number | undefined, { otherwise, maximum }: { otherwise: number; maximum: number }): number {
  return Math.min(Math.ceil(value ?? otherwise), maximum)
}

function most(count: Count | null, requested: number | undefined): number {
  if (!count) return 0
  return Math.min(requested ?? Number.POSITIVE_INFINITY, Math.ceil(count.maximum / count.size))
}

function extraUnits(count: Count | null, got: number, requested: number): number {
  if (!count || !(got > 0)) return 0
  return Math.max(0, Math.min(Math.ceil(got), requested) - count.included)
}
