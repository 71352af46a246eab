import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { cellProps } from './cell-props.ts'
import { type Column, leadOf, roles } from './column.ts'
import type { Sort } from './sort.ts'
import styles from './table.module.css'
import { CardSort, ColumnWidths, TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { SkeletonRows, TableNotice } from './table-states.tsx'

export type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Left out while they are loading for the first time. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** A press on the row, or Enter on its first cell. */
  onOpen?: (row: Row) => void
  isActive?: (row: Row) => boolean
  /** The details below a row. */
  detail?: (row: Row) => ReactNode
  /** New rows are on their way; the old ones stay, quieter. */
  isRefreshing?: boolean
  skeletonRows?: number
  /** True or a text: the rows could not be loaded. */
  error?: ReactNode
  onRetry?: () => void
  /** Shown when there are no rows at all. */
  empty?: ReactNode
  /** There are no rows because of filters; `empty` is not shown then. */
  onClearFilters?: () => void
  /** A last row of sums, by column id. */
  totals?: Partial<Record<string, ReactNode>>
  /** Below the table, usually a Pager. */
  footer?: ReactNode
  /** On a phone a row takes two lines: its first column, and the others side by side. */
  compact?: boolean
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, onOpen, isActive, detail, isRefreshing, totals, footer } = props
  const { skeletonRows = 8, error, onRetry, empty, onClearFilters, compact } = props
  const isLoading = !rows && !error
  const hasRows = rows && rows.length > 0 && !error
  return (
    <div className={styles.frame}>
      <CardSort columns={columns} sort={sort} onSort={onSort} />
      <table
        {...roles.table}
        aria-label={label}
        aria-busy={isLoading || isRefreshing || undefined}
        className={classNames(styles.table, isRefreshing && styles.refreshing, compact && styles.compact)}
      >
        <ColumnWidths columns={columns} />
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody {...roles.group} className={styles.body}>
          {isLoading && <SkeletonRows columns={columns} count={skeletonRows} />}
          {hasRows &&
            rows.map((row) => (
              <TableRow key={rowKey(row)} {...{ row, columns, onOpen, detail }} isActive={isActive?.(row) ?? false} />
            ))}
        </tbody>
        {hasRows && totals && <Totals columns={columns} totals={totals} />}
      </table>
      {!isLoading && !hasRows && <TableNotice {...{ error, onRetry, empty, onClearFilters }} />}
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}

function Totals<Row>({
  columns,
  totals,
}: {
  columns: readonly Column<Row>[]
  totals: Partial<Record<string, ReactNode>>
}) {
  const lead = leadOf(columns)
  return (
    <tfoot {...roles.group}>
      <tr {...roles.row} className={styles.totals}>
        {columns.map((column) => (
          <td key={column.id} {...cellProps(column, lead)}>
            {totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
