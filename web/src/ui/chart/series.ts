/** One line or one layer of bars. `values` stand beside the `xs` of the chart; null is a gap. */
export type Series = { id: string; label: string; values: readonly (number | null)[] }

export type ChartProps = {
  /** What the chart shows, said by screen readers. */
  label: string
  /** Points in time, in ms, ascending. */
  xs: readonly number[]
  series: readonly Series[]
  /** What the xs are, over the first column of the table. */
  xLabel: string
  /** Short, below the axis. */
  formatX: (x: number) => string
  /** Long, in the tooltip and the table. */
  formatXLong?: (x: number) => string
  formatY: (value: number) => string
  /** Of the axis, where shorter is better. */
  formatYShort?: (value: number) => string
  /** In px. */
  height?: number
  /** Hides the row of names where one series speaks for itself. */
  hideLegend?: boolean
}

const COLOURS = 8

/** The colour and pattern a series keeps, whatever else is shown. */
export function toneOf(index: number): number {
  return (index % COLOURS) + 1
}

export function textOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}
