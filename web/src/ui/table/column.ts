import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, tabular figures, never broken. */
  numeric?: boolean
  sortable?: boolean
  /** In px. Columns without one share what is left. */
  width?: number
  /** The heading of the card on a phone, and what opens the row. The first column unless said otherwise. */
  lead?: boolean
  /** Left out where the table is less than 900 px wide; on a card it is shown again. */
  wideOnly?: boolean
  /** False: left out of the cards of a phone. */
  onCard?: boolean
  /** Takes the place of the label in the head, such as a checkbox for all rows. */
  head?: ReactNode
}

export function leadOf<Row>(columns: readonly Column<Row>[]): string | undefined {
  return (columns.find((column) => column.lead) ?? columns[0])?.id
}

/** Said outright, since browsers forget what a table is once its rows are laid out as cards. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
  box: { role: 'group' },
} as const
