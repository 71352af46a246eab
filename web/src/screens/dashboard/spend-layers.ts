import { inCurrency } from '@portico/contract/currency.ts'
import type { DailySpend } from '@portico/contract/dashboard.ts'
import { decimalText } from '@portico/contract/money.ts'
import { apiTone } from '#traffic/chart-tones.ts'
import type { Series } from '#ui/chart/series.ts'
import { OTHERS_TONE } from '#ui/chart/tones.ts'
import type { Measure } from './dashboard-search.ts'

/** As many as there are colours; the rest is one layer, so that the sum stays whole. */
const LAYERS_MAX = 8

const valuesOf = (one: DailySpend, measure: Measure) => (measure === 'cost' ? one.cost_micros : one.requests)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export function totalOf(apis: DailySpend[], measure: Measure): number {
  return sum(apis.flatMap((one) => valuesOf(one, measure)))
}

/** The APIs in the order they come in, those beyond the eighth as one without a name. */
export function layersOf(apis: DailySpend[], measure: Measure): Series[] {
  const used = apis.filter((one) => sum(valuesOf(one, measure)) > 0)
  const shown = used.length > LAYERS_MAX ? LAYERS_MAX - 1 : used.length
  const layers: Series[] = used
    .slice(0, shown)
    .map((one) => ({ id: one.api, label: one.title, values: valuesOf(one, measure), tone: apiTone(one.api) }))
  const rest = used.slice(shown).map((one) => valuesOf(one, measure))
  if (rest.length === 0) return layers
  const days = rest[0]?.length ?? 0
  const values = Array.from({ length: days }, (_, day) => sum(rest.map((own) => own[day] ?? 0)))
  return [...layers, { id: '', label: '', values, tone: OTHERS_TONE }]
}

/** A line a day and API that was called, for a spreadsheet; none is left out. */
export function spendCsv(xs: number[], apis: DailySpend[]): string {
  const lines = xs.flatMap((x, day) =>
    apis.flatMap((one) => {
      const [cost, requests] = [one.cost_micros[day] ?? 0, one.requests[day] ?? 0]
      if (cost === 0 && requests === 0) return []
      return [`${new Date(x).toISOString().slice(0, 10)},${one.api},${decimalText(cost)},${requests}`]
    }),
  )
  return `\uFEFF${[`day_utc,api,${inCurrency('cost')},requests`, ...lines].join('\r\n')}\r\n`
}
