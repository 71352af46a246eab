import { classNames } from '../class-names.ts'
import { type Column, roles } from './column.ts'
import styles from './table.module.css'

/** Props of every cell of a column, in any row. */
export function cellProps<Row>(column: Column<Row>, lead: string | undefined) {
  return {
    ...roles.cell,
    'data-label': column.label,
    className: classNames(
      styles.td,
      column.numeric && styles.numeric,
      column.id === lead && styles.lead,
      column.sentence && styles.sentence,
      column.sentence && !column.width && styles.widest,
      column.wideOnly && styles.wideOnly,
      column.onCard === false && styles.notOnCard,
    ),
  }
}
