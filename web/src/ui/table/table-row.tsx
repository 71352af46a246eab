import { type MouseEvent, memo, type ReactNode, type Ref, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../input/button.tsx'
import { useUiTexts } from '../texts.tsx'
import { cellProps } from './cell-props.ts'
import { type Column, leadOf, roles } from './column.ts'
import styles from './table.module.css'

export type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  onOpen?: (row: Row) => void
  isActive?: boolean
  detail?: (row: Row) => ReactNode
  /** Its index among all rows, where only some of them are on the page. */
  index?: number
  ref?: Ref<HTMLTableRowElement>
}

function TableRowInner<Row>({ row, columns, onOpen, isActive, detail, index, ref }: RowProps<Row>) {
  const [isUnfolded, setUnfolded] = useState(false)
  const lead = leadOf(columns)
  const isPressable = Boolean(onOpen || detail)

  function press(event: MouseEvent<HTMLTableRowElement>) {
    // A link or button inside does its own work, and selecting text is not pressing.
    const inside = event.target instanceof Element && event.target.closest('a, button, input, label, select')
    if (inside || window.getSelection()?.toString()) return
    if (onOpen) onOpen(row)
    else setUnfolded(!isUnfolded)
  }

  return (
    <>
      <tr
        {...roles.row}
        ref={ref}
        data-index={index}
        aria-rowindex={index === undefined ? undefined : index + 2}
        className={classNames(styles.row, isPressable && styles.pressable, isActive && styles.active)}
        onClick={isPressable ? press : undefined}
      >
        {columns.map((column) => (
          <td key={column.id} {...cellProps(column, lead)}>
            {column.id === lead ? (
              <LeadCell
                {...{ isUnfolded, setUnfolded }}
                hasDetail={Boolean(detail)}
                open={onOpen && (() => onOpen(row))}
              >
                {column.cell(row)}
              </LeadCell>
            ) : (
              column.cell(row)
            )}
          </td>
        ))}
      </tr>
      {detail && isUnfolded && (
        <tr {...roles.row} className={styles.detailRow}>
          <td {...roles.cell} colSpan={columns.length} className={styles.detail}>
            {detail(row)}
          </td>
        </tr>
      )}
    </>
  )
}

type LeadCellProps = {
  children: ReactNode
  open: (() => void) | undefined
  hasDetail: boolean
  isUnfolded: boolean
  setUnfolded: (isUnfolded: boolean) => void
}

/** The first cell holds the button, so that the keyboard opens what a press anywhere on the row opens. */
function LeadCell({ children, open, hasDetail, isUnfolded, setUnfolded }: LeadCellProps) {
  const texts = useUiTexts()
  const content = open ? (
    <button type="button" className={styles.open} onClick={open}>
      {children}
    </button>
  ) : (
    children
  )
  if (!hasDetail) return content
  return (
    <span className={styles.fold}>
      <IconButton
        icon={isUnfolded ? 'chevron-down' : 'chevron-right'}
        size="small"
        label={texts.showDetails}
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      />
      <span>{content}</span>
    </span>
  )
}

/** Memoised while nothing about the row changes: a long table scrolls past thousands of them. */
export const TableRow = memo(TableRowInner) as typeof TableRowInner
