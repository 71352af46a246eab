import { STATUS_CLASSES } from '@portico/contract/usage.ts'
import type { UsageLayer } from '@portico/contract/usage-totals.ts'
import type { StepRow } from '#traffic/index.ts'

/** One layer per colour; the rest is one layer. */
const LAYERS_MAX = 8
/** The id of the layer of all other groups; no group's key begins with a star. */
export const OTHERS = '*'

/** Costs of groups by step, the most expensive first and all others as one layer, so that the sum is complete. */
export function costLayers(
  rows: StepRow[],
  xs: number[],
  nameOf: (key: string) => { key: string; title: string },
): UsageLayer[] {
  const indexOf = indexOfStep(xs)
  const byKey = new Map<string, number[]>()
  for (const row of rows) if (row.key !== null) add(byKey, row.key, xs.length, indexOf(row.at), row.cost_micros)
  const ranked = [...byKey].map(([id, values]) => ({ id, values, sum: total(values) })).filter(({ sum }) => sum > 0)
  ranked.sort((a, b) => b.sum - a.sum || (a.id < b.id ? -1 : 1))
  const shown = ranked.length > LAYERS_MAX ? LAYERS_MAX - 1 : ranked.length
  const layers = ranked.slice(0, shown).map(({ id, values }) => {
    const { key, title } = nameOf(id)
    return { id: key, title, values }
  })
  const rest = ranked.slice(shown).map(({ values }) => values)
  if (rest.length > 0)
    layers.push({ id: OTHERS, title: '', values: xs.map((_, at) => total(rest.map((v) => v[at] ?? 0))) })
  return layers
}

/** Tasks by status class and step: successes first, then the failures that occurred. */
export function taskLayers(rows: StepRow[], xs: number[]): UsageLayer[] {
  const indexOf = indexOfStep(xs)
  const byClass = new Map<string, number[]>()
  for (const row of rows)
    if (row.key === null && row.status_class !== null)
      add(byClass, row.status_class, xs.length, indexOf(row.at), row.tasks)
  return STATUS_CLASSES.flatMap((id) => {
    const values = byClass.get(id)
    return values && total(values) > 0 ? [{ id, title: '', values }] : []
  })
}

function indexOfStep(xs: number[]): (at: Date) => number {
  const indexes = new Map(xs.map((x, index) => [x, index]))
  return (at) => {
    const index = indexes.get(at.getTime())
    if (index === undefined) throw new Error(`${at.toISOString()} is no step of this chart`)
    return index
  }
}

function add(layers: Map<string, number[]>, id: string, length: number, index: number, value: number): void {
  const values = layers.get(id) ?? Array<number>(length).fill(0)
  values[index] = (values[index] ?? 0) + value
  layers.set(id, values)
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** The sums of an earlier period, shifted onto the steps of this one; null for steps it had not reached. */
export function beforeSteps(
  rows: { at: Date; tasks: number; cost_micros: number }[],
  xs: number[],
  { shift_ms, until }: { shift_ms: number; until: number },
): { cost: (number | null)[]; tasks: (number | null)[] } {
  const reached = xs.filter((x) => x < until + shift_ms).length
  const empty = () => xs.map((_, index): number | null => (index < reached ? 0 : null))
  const sums = { cost: empty(), tasks: empty() }
  for (const { at, cost_micros, tasks } of rows) {
    const next = xs.findIndex((x) => x > at.getTime() + shift_ms)
    const index = Math.max(0, (next < 0 ? xs.length : next) - 1)
    sums.cost[index] = (sums.cost[index] ?? 0) + cost_micros
    sums.tasks[index] = (sums.tasks[index] ?? 0) + tasks
  }
  return sums
}
