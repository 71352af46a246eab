import type { Column } from '../table/column.ts'
import { VirtualTable } from '../table/virtual-table.tsx'
import { useUiTexts } from '../texts.tsx'
import { type ChartProps, textOf } from './series.ts'

const X_PX = 170
const VALUE_PX = 132

/** The numbers of the visible series as a table. Loaded on request. */
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
    { id: 'x', label: xLabel, width: X_PX, cell: (index) => formatXLong(xs[index] ?? 0) },
    ...shown.map(
      (one): Column<number> => ({
        id: one.id,
        label: one.label,
        numeric: true,
        width: VALUE_PX,
        cell: (index) => textOf(one.values[index], formatY),
      }),
    ),
  ]
  const totalOf = (index: number) => shown.reduce((sum, one) => sum + (one.values[index] ?? 0), 0)
  const more = { numeric: true, width: VALUE_PX }
  if (shown.length > 1)
    columns.push({ ...more, id: 'total', label: texts.total, cell: (index) => formatY(totalOf(index)) })
  if (line && only === null)
    columns.push({ ...more, id: 'line', label: line.label, cell: (index) => textOf(line.values[index], formatY) })
  const positions = xs.map((_, index) => index).toReversed()
  return <VirtualTable plain label={label} columns={columns} rows={positions} rowKey={String} height={height} />
}
