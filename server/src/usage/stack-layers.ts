import { STATUS_CLASSES } from '@portico/contract/usage.ts'
import type { UsageLayer } from '@portico/contract/usage-figures.ts'
import type { StepRow } from './store.ts'

/** As many as there are colours; the rest is one layer. */
const LAYERS_MAX = 8
/** What functions beyond the most expensive are called together. */
export const OTHERS = ''

/** What functions cost, step by step: the most expensive first, all others as one, so that the sum stays whole. */
export function costLayers(rows: StepRow[], xs: number[], titleOf: (key: string) => string): UsageLayer[] {
  const place = placesOf(xs)
  const byKey = new Map<string, number[]>()
  for (const row of rows) {
    if (row.api === null || row.function === null) continue
    add(byKey, `${row.api}/${row.function}`, xs.length, place(row.at), row.cost_micros)
  }
  const ranked = [...byKey].map(([id, values]) => ({ id, values, sum: total(values) })).filter(({ sum }) => sum > 0)
  ranked.sort((a, b) => b.sum - a.sum || (a.id < b.id ? -1 : 1))
  const shown = ranked.length > LAYERS_MAX ? LAYERS_MAX - 1 : ranked.length
  const layers = ranked.slice(0, shown).map(({ id, values }) => ({ id, title: titleOf(id), values }))
  const rest = ranked.slice(shown).map(({ values }) => values)
  if (rest.length > 0)
    layers.push({ id: OTHERS, title: '', values: xs.map((_, at) => total(rest.map((v) => v[at] ?? 0))) })
  return layers
}

/** How tasks ended, step by step: what went well first, then the kinds of failure that occurred. */
export function taskLayers(rows: StepRow[], xs: number[]): UsageLayer[] {
  const place = placesOf(xs)
  const byClass = new Map<string, number[]>()
  for (const row of rows)
    if (row.api === null && row.status_class !== null)
      add(byClass, row.status_class, xs.length, place(row.at), row.tasks)
  return STATUS_CLASSES.flatMap((id) => {
    const values = byClass.get(id)
    return values && total(values) > 0 ? [{ id, title: '', values }] : []
  })
}

function placesOf(xs: number[]): (at: Date) => number {
  const places = new Map(xs.map((x, place) => [x, place]))
  return (at) => {
    const place = places.get(at.getTime())
    if (place === undefined) throw new Error(`${at.toISOString()} is no step of this chart`)
    return place
  }
}

function add(layers: Map<string, number[]>, id: string, length: number, place: number, value: number): void {
  const values = layers.get(id) ?? Array<number>(length).fill(0)
  values[place] = (values[place] ?? 0) + value
  layers.set(id, values)
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
