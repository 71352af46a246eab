import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, tabular digits, never broken. */
  numeric?: boolean
  sortable?: boolean
  /** In px. Columns without one share what is left. */
  width?: number
  /** The heading of the card on a phone, and the control that opens the row. By default the first column. */
  lead?: boolean
  /** Left out where the table is less than 900 px wide; on a card it is shown again. */
  wideOnly?: boolean
  /** False: left out of the cards of a phone. */
  onCard?: boolean
  /** A sentence: it gets the width that is left, unless it has its own, and on a card it is below its label, aligned left. */
  sentence?: boolean
  /** Replaces the label in the head, such as a checkbox for all rows. */
  head?: ReactNode
}

export function leadOf<Row>(columns: readonly Column<Row>[]): string | undefined {
  return (columns.find((column) => column.lead) ?? columns[0])?.id
}

/** The role is explicit, since browsers forget what a table is once its rows are laid out as cards. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
  box: { role: 'group' },
} as const
