import { Checkbox } from '../input/checkbox.tsx'
import type { Column } from './column.ts'

type Selection<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  selectAll: string
  selectRow: (row: Row) => string
  /** No more than this many at once. */
  limit?: number
}

/** A column of checkboxes. Put it first and give another column `lead`. */
export function selectionColumn<Row>(selection: Selection<Row>): Column<Row> {
  const { rows, rowKey, selected, onChange, selectAll, selectRow, limit = Number.POSITIVE_INFINITY } = selection
  const keys = rows.map(rowKey).slice(0, limit)
  const chosen = keys.filter((key) => selected.has(key)).length
  const isAll = keys.length > 0 && chosen === keys.length
  return {
    id: 'selection',
    label: '',
    width: 44,
    head: (
      <Checkbox
        label={selectAll}
        hideLabel
        checked={isAll}
        mixed={chosen > 0 && !isAll}
        onChange={() => onChange(new Set(isAll ? [] : keys))}
      />
    ),
    cell: (row) => {
      const key = rowKey(row)
      const isOn = selected.has(key)
      return (
        <Checkbox
          label={selectRow(row)}
          hideLabel
          checked={isOn}
          disabled={!isOn && selected.size >= limit}
          onChange={() => onChange(isOn ? selected.difference(new Set([key])) : selected.union(new Set([key])))}
        />
      )
    },
  }
}
