import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { cssVars } from '../css-vars.ts'
import type { Column } from './column.ts'
import { rowWindow } from './row-window.ts'
import styles from './table.module.css'
import { TableRow } from './table-row.tsx'
import { useRowWindow } from './use-row-window.ts'

export type VirtualRowsProps<Row> = {
  box: HTMLElement
  /** The height of the box, in px. */
  height: number
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  isActive?: ((row: Row) => boolean) | undefined
  /** Lines at every width. */
  plain?: boolean
}

const ROW_PX = 40
const CARD_PX = 148
const BLOCK = 8

export function VirtualRows<Row>({ box, height, plain, ...rest }: VirtualRowsProps<Row>) {
  return useIsNarrow(box) && !plain ? <Cards box={box} {...rest} /> : <Lines box={box} height={height} {...rest} />
}

function Lines<Row>({ box, height, rows, ...rest }: VirtualRowsProps<Row>) {
  const count = rows.length
  const { first, last } = useRowWindow(box, { count, row_px: ROW_PX, height_px: height, block: BLOCK })
  return (
    <>
      <Gap height={first * ROW_PX} />
      <Rows {...{ first, last, rows }} {...rest} measure={undefined} />
      <Gap height={Math.max(0, count - 1 - last) * ROW_PX} />
    </>
  )
}

/** On a phone, each as high as what it holds. */
function Cards<Row>({ box, rows, ...rest }: Omit<VirtualRowsProps<Row>, 'height'>) {
  // The virtualizer is mutated, which the compiler's memoisation would not notice.
  'use no memo'
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box,
    estimateSize: () => CARD_PX,
    rangeExtractor: ({ startIndex, endIndex }) => {
      const { first, last } = rowWindow({ first: startIndex, last: endIndex }, rows.length, BLOCK)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    },
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  return (
    <>
      <Gap height={items[0]?.start ?? 0} />
      <Rows {...{ first, last, rows }} {...rest} measure={virtualizer.measureElement} />
      <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  )
}

type RowsProps<Row> = Omit<VirtualRowsProps<Row>, 'box' | 'height'> & {
  first: number
  last: number
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** Its own component, so that the compiler remembers it: it is drawn when the block changes, not with every step of a scroll. */
function Rows<Row>({ first, last, rows, columns, rowKey, onOpen, isActive, measure }: RowsProps<Row>) {
  return rows
    .slice(first, last + 1)
    .map((row, position) => (
      <TableRow
        key={rowKey(row)}
        ref={measure}
        index={first + position}
        {...{ row, columns, onOpen }}
        isActive={isActive?.(row) ?? false}
      />
    ))
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden className={styles.gap} style={cssVars({ '--gap': `${height}px` })}>
      <td />
    </tr>
  )
}

/** Below this the style lays rows out as cards. */
const CARDS_BELOW_PX = 600

function useIsNarrow(box: HTMLElement): boolean {
  const [isNarrow, setNarrow] = useState(() => box.offsetWidth < CARDS_BELOW_PX)
  useEffect(() => {
    const observer = new ResizeObserver(() => setNarrow(box.offsetWidth < CARDS_BELOW_PX))
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  return isNarrow
}
