import type { Column } from '../table/column.ts'
import { VirtualTable } from '../table/virtual-table.tsx'
import { useUiTexts } from '../texts.tsx'
import { type ChartProps, textOf } from './series.ts'

const X_PX = 170
const VALUE_PX = 132

/** The same figures, to be read line by line: of what the legend shows. Loaded when asked for. */
export function ChartTable({
  label,
  xLabel,
  xs,
  series,
  formatX,
  formatXLong = formatX,
  formatY,
  line,
  only,
  height = 260,
}: ChartProps & { only: string | null }) {
  const texts = useUiTexts()
  const shown = series.filter((one) => only === null || one.id === only)
  const columns: Column<number>[] = [
    { id: 'x', label: xLabel, width: X_PX, cell: (place) => formatXLong(xs[place] ?? 0) },
    ...shown.map(
      (one): Column<number> => ({
        id: one.id,
        label: one.label,
        numeric: true,
        width: VALUE_PX,
        cell: (place) => textOf(one.values[place], formatY),
      }),
    ),
  ]
  const totalOf = (place: number) => shown.reduce((sum, one) => sum + (one.values[place] ?? 0), 0)
  const more = { numeric: true, width: VALUE_PX }
  if (shown.length > 1)
    columns.push({ ...more, id: 'total', label: texts.total, cell: (place) => formatY(totalOf(place)) })
  if (line && only === null)
    columns.push({ ...more, id: 'line', label: line.label, cell: (place) => textOf(line.values[place], formatY) })
  const places = xs.map((_, place) => place).toReversed()
  return <VirtualTable plain label={label} columns={columns} rows={places} rowKey={String} height={height} />
}
