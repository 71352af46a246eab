import type { Column } from '../table/column.ts'
import { VirtualTable } from '../table/virtual-table.tsx'
import { useUiTexts } from '../texts.tsx'
import { type ChartProps, textOf } from './series.ts'

/** The same figures, to be read line by line. Loaded when asked for. */
export function ChartTable({
  label,
  xLabel,
  xs,
  series,
  formatX,
  formatXLong = formatX,
  formatY,
  height = 260,
}: ChartProps) {
  const texts = useUiTexts()
  const columns: Column<number>[] = [
    { id: 'x', label: xLabel, cell: (place) => formatXLong(xs[place] ?? 0) },
    ...series.map(
      (one): Column<number> => ({
        id: one.id,
        label: one.label,
        numeric: true,
        cell: (place) => textOf(one.values[place], formatY),
      }),
    ),
  ]
  if (series.length > 1) {
    const totalOf = (place: number) => series.reduce((sum, one) => sum + (one.values[place] ?? 0), 0)
    columns.push({ id: 'total', label: texts.total, numeric: true, cell: (place) => formatY(totalOf(place)) })
  }
  const places = xs.map((_, place) => place).toReversed()
  return <VirtualTable label={label} columns={columns} rows={places} rowKey={String} height={height} />
}
