import { freeTone, positionTone, type Tone } from './tones.ts'

/** One line or one layer of bars. `values` belong to the `xs` of the chart; null is a gap. */
export type Series = { id: string; label: string; values: readonly (number | null)[]; tone?: Tone }

export type ChartProps = {
  /** The description of the chart for screen readers. */
  label: string
  /** Points in time, in ms, ascending. */
  xs: readonly number[]
  series: readonly Series[]
  /** The name of the xs, over the first column of the table. */
  xLabel: string
  /** Short, below the axis. */
  formatX: (x: number) => string
  /** Long, in the tooltip and the table. */
  formatXLong?: (x: number) => string
  formatY: (value: number) => string
  /** A shorter format for the axis. */
  formatYShort?: (value: number) => string
  /** In px. */
  height?: number
  /** Hides the row of names where one series speaks for itself. */
  hideLegend?: boolean
  /** Of charts side by side, whose axes then begin at the same height however long a legend is. */
  legendBelow?: boolean
  /** Stores in the address, under this name, the one series shown alone and whether it is a table. */
  urlName?: string
  /** Drawn faintly over bars, to compare all of them together with, such as the period before. */
  line?: { label: string; values: readonly (number | null)[] } | undefined
}

/** The tone a series was given, or the one of its position; two of one chart never have the same. */
export function withTones(series: readonly Series[]): (Series & { tone: Tone })[] {
  const taken = new Set<Tone>()
  return series.map((one, index) => {
    const tone = freeTone(one.tone ?? positionTone(index), taken)
    taken.add(tone)
    return { ...one, tone }
  })
}

/** Only what has begun by then: what is still to come is not zero. */
export function untilNow<Layer extends { values: readonly (number | null)[] }>(
  xs: readonly number[],
  layers: readonly Layer[],
  now_ms: number,
): { xs: number[]; layers: Layer[] } {
  const past = xs.filter((x) => x <= now_ms)
  return { xs: past, layers: layers.map((layer) => ({ ...layer, values: layer.values.slice(0, past.length) })) }
}

export function textOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}
