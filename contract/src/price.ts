import type { Micros } from './money.ts'
import { type Charged, costOf, type Rate, type Volume } from './price-rates.ts'
import type { Count, Price, Tariff } from './tariff.ts'

export const PRIORITIES = { normal: 1, high: 2 } as const
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES]

export interface ChargeableUnits {
  priority: Priority
  /** The most that may be charged for; an omitted field counts as its maximum. */
  results?: number
  pages?: number
  /** Measured unit → the most that the request lets the call use. */
  bounds?: Record<string, number>
  /** Field → how often its extra is charged. */
  extras?: Record<string, number>
}

export interface Quote {
  /** The most the call can cost, whatever was used this month. */
  max_micros: Micros
  /** The parts of `max_micros` by unit, before the lowest and highest price of a call; null: the unit has no bound of its own. */
  parts(): Record<string, Micros | null>
  /** The charge for what really came back: never more than for what was requested. */
  of(results: number, pages: number, measured?: Measured): Micros
  /** The same, by what the account has used this month. */
  charge(counted: Counted, volume: Volume): Charged
  /** The most the call can cost when these units are free for it. */
  held(free: Record<string, number>): Micros
  /** Null: the price does not depend on what was used this month. */
  monthly: { pool: string; units: MonthlyUnit[] } | null
}

/** Measured unit → how many of it a call used. */
export type Measured = Record<string, number>

export interface Counted {
  results: number
  pages: number
  measured: Measured
}

export interface MonthlyUnit {
  unit: string
  /** Free units of the month. */
  free: number
  /** The most one call can use; null: not bounded. */
  most: number | null
}

export const FREE_QUOTE: Quote = {
  max_micros: 0,
  parts: () => ({}),
  of: () => 0,
  charge: () => ({ micros: 0, used: {} }),
  held: () => 0,
  monthly: null,
}

/** Units a task requests. Invalid values count as omitted: validation reports them. */
export function chargeableUnits(tariff: Tariff, task: Record<string, unknown>): ChargeableUnits {
  const extras: Record<string, number> = {}
  for (const extra of [...tariff.normal.extras, ...(tariff.high?.extras ?? [])])
    extras[extra.field] = clamp(units(task[extra.field]), extra)
  const bounds: Record<string, number> = {}
  for (const { name, bound } of tariff.measures ?? []) if (bound) bounds[name] = clamp(units(task[bound.field]), bound)
  return {
    priority: task.priority === PRIORITIES.high ? PRIORITIES.high : PRIORITIES.normal,
    results: counted(tariff.results, task),
    pages: counted(tariff.pages, task),
    bounds,
    extras,
  }
}

export function quoteOf(tariff: Tariff, units: ChargeableUnits): Quote {
  const line = units.priority === PRIORITIES.high && tariff.high ? tariff.high : tariff.normal
  let fixed = 0
  for (const extra of line.extras) fixed += extra.micros * clamp(units.extras?.[extra.field], extra)
  const rates = ratesOf(tariff, line, units)
  const free = tariff.monthly?.free ?? {}
  const bounds = { least: line.least ?? 0, most: line.most ?? Number.POSITIVE_INFINITY, has_free: hasFree(free), fixed }
  const charge = ({ results, pages, measured }: Counted, volume: Volume) =>
    costOf(rates, { requests: 1, results, pages, ...measured }, volume, bounds)
  const greatest = Object.fromEntries(rates.map(({ unit, most }) => [unit, most ?? 0]))
  const dearest = rates.map((rate) =>
    rate.tiers.length === 1 ? rate : { ...rate, tiers: [{ up_to: null, micros: highest(rate.tiers) }] },
  )
  const is_bounded = rates.every((rate) => rate.most !== null)
  const held = (free: Record<string, number>) => {
    const volume = Object.fromEntries(Object.entries(free).map(([unit, left]) => [unit, { free: left, paid: 0 }]))
    return is_bounded ? costOf(dearest, greatest, volume, bounds).micros : bounds.most
  }
  const depends = rates.filter((rate) => rate.tiers.length > 1 || (free[rate.unit] ?? 0) > 0)
  return {
    max_micros: held({}),
    parts: () => {
      const alone = (rate: Rate) => costOf([rate], greatest, {}, { least: 0, most: Number.POSITIVE_INFINITY }).micros
      return Object.fromEntries(dearest.map((rate) => [rate.unit, rate.most === null ? null : alone(rate)]))
    },
    of: (results, pages, measured = {}) => charge({ results, pages, measured }, {}).micros,
    charge,
    held,
    monthly:
      depends.length === 0
        ? null
        : {
            pool: tariff.monthly?.pool ?? '',
            units: depends.map(({ unit, most }) => ({ unit, most, free: free[unit] ?? 0 })),
          },
  }
}

/** Every unit the line charges for, with the most a call can use of it. */
function ratesOf(tariff: Tariff, line: Price, units: ChargeableUnits): Rate[] {
  const rateOf = (unit: string, micros: number, more: Pick<Rate, 'size' | 'included' | 'most'>): Rate => ({
    unit,
    ...more,
    tiers: line.tiers?.[unit] ?? [{ up_to: null, micros }],
  })
  const countRate = (unit: 'results' | 'pages', micros: number) => {
    const count = tariff[unit]
    return count ? [rateOf(unit, micros, { size: 1, included: count.included, most: most(count, units[unit]) })] : []
  }
  return [
    rateOf('requests', line.per_request, { size: 1, included: 0, most: 1 }),
    ...countRate('results', line.per_result),
    ...countRate('pages', line.per_page),
    ...(tariff.measures ?? []).map(({ name, size, included, maximum }) =>
      rateOf(name, line.per_unit?.[name] ?? 0, { size, included, most: least(maximum, units.bounds?.[name]) }),
    ),
  ].filter(({ tiers }) => highest(tiers) > 0)
}

function highest(tiers: Rate['tiers']): number {
  return Math.max(...tiers.map(({ micros }) => micros))
}

function hasFree(free: Record<string, number>): boolean {
  return Object.values(free).some((units) => units > 0)
}

function least(maximum: number | null, bound: number | undefined): number | null {
  return bound === undefined ? maximum : Math.min(bound, maximum ?? bound)
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
