import { useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import { cssVars } from '../css-vars.ts'
import { type Column, roles } from './column.ts'
import type { Sort } from './sort.ts'
import styles from './table.module.css'
import { CardSort, TableHead } from './table-head.tsx'
import { VirtualRows, type VirtualRowsProps } from './virtual-rows.tsx'

type VirtualTableProps<Row> = Omit<VirtualRowsProps<Row>, 'box'> & {
  label: string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Rows stay lines where it is narrow, and the table scrolls sideways instead of becoming cards. */
  plain?: boolean
}

/** A table of up to a hundred thousand rows, of which only those in sight are on the page. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowKey, height, sort, onSort, onOpen, isActive, plain = false } = props
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order begins at its top
  useEffect(() => {
    box?.scrollTo(0, 0)
  }, [box, sort?.column, sort?.direction])
  return (
    <div className={plain ? styles.plain : styles.frame}>
      {!plain && <CardSort columns={columns} sort={sort} onSort={onSort} />}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role is group */}
      <div
        {...roles.box}
        ref={setBox}
        className={styles.scroll}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, so the keyboard has to reach it
        tabIndex={0}
        style={cssVars({ '--height': `${height}px` })}
      >
        <table
          {...roles.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          className={classNames(styles.table, styles.fixed, styles.compact)}
          style={cssVars({
            '--columns': gridOf(columns),
            '--least': plain ? `${columns.reduce((sum, { width = 0 }) => sum + width, 0)}px` : '0',
            '--columns-narrow': gridOf(columns.filter(({ wideOnly }) => !wideOnly)),
          })}
        >
          <TableHead columns={columns} sort={sort} onSort={onSort} />
          <tbody {...roles.group} className={styles.body}>
            {box && <VirtualRows {...{ box, height, columns, rows, rowKey, onOpen, isActive, plain }} />}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** A column without a width takes its part of what is left. */
function gridOf<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(({ width }) => (width === undefined ? 'minmax(0, 1fr)' : `${width}px`)).join(' ')
}
