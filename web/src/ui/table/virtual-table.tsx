import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useSyncExternalStore } from 'react'
import { classNames } from '../class-names.ts'
import { cssVars } from '../css-vars.ts'
import { type Column, roles } from './column.ts'
import type { Sort } from './sort.ts'
import styles from './table.module.css'
import { ColumnWidths, TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'

type VirtualTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Of the box that scrolls, in px. */
  height: number
  sort?: Sort
  onSort?: (sort: Sort) => void
  onOpen?: (row: Row) => void
  isActive?: (row: Row) => boolean
}

const ROW_PX = 40
const CARD_PX = 148

/** A table of up to a hundred thousand rows, of which only those in sight are on the page. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  // The virtualizer is changed in place, which the compiler's memory would not notice.
  'use no memo'
  const { label, columns, rows, rowKey, height, sort, onSort, onOpen, isActive } = props
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => (isNarrow ? CARD_PX : ROW_PX),
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, so the keyboard has to reach it */}
      <section
        ref={box}
        className={styles.scroll}
        aria-label={label}
        tabIndex={0}
        style={cssVars({ '--height': `${height}px` })}
      >
        <table
          {...roles.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          className={classNames(styles.table, styles.fixed)}
        >
          <ColumnWidths columns={columns} />
          <TableHead columns={columns} sort={sort} onSort={onSort} />
          <tbody {...roles.group} className={styles.body}>
            <Gap height={before} />
            {items.map((item) => {
              const row = rows[item.index]
              if (row === undefined) return null
              return (
                <TableRow
                  key={rowKey(row)}
                  ref={isNarrow ? virtualizer.measureElement : undefined}
                  index={item.index}
                  {...{ row, columns, onOpen }}
                  isActive={isActive?.(row) ?? false}
                />
              )
            })}
            <Gap height={after} />
          </tbody>
        </table>
      </section>
    </div>
  )
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden className={styles.gap} style={cssVars({ '--gap': `${height}px` })}>
      <td />
    </tr>
  )
}

const NARROW = '(width < 640px)'

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(NARROW)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(NARROW).matches,
    () => false,
  )
}
