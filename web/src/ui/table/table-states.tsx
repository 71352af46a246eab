import type { ReactNode } from 'react'
import { Button } from '../input/button.tsx'
import { Empty } from '../show/empty.tsx'
import { LoadError } from '../show/load-error.tsx'
import { Skeleton } from '../show/skeleton.tsx'
import { useUiTexts } from '../texts.tsx'
import { cellProps } from './cell-props.ts'
import { type Column, leadOf, roles } from './column.ts'
import styles from './table.module.css'

const WIDTHS = ['long', 'half', 'full', 'short'] as const

/** Rows shaped like those to come. */
export function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  const lead = leadOf(columns)
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows are all alike
    <tr key={line} {...roles.row} className={styles.row}>
      {columns.map((column, index) => (
        <td key={column.id} {...cellProps(column, lead)}>
          <Skeleton
            width={column.numeric ? 'half' : WIDTHS[(line + index) % WIDTHS.length]}
            className={column.numeric ? styles.skeletonNumber : column.id === lead ? styles.skeletonLead : undefined}
          />
        </td>
      ))}
    </tr>
  ))
}

type TableNoticeProps = { error?: ReactNode; onRetry?: () => void; empty?: ReactNode; onClearFilters?: () => void }

/** The reason why there are no rows: they could not be loaded, the filters leave none, or there are none yet. */
export function TableNotice({ error, onRetry, empty, onClearFilters }: TableNoticeProps) {
  const texts = useUiTexts()
  if (error) return <LoadError onRetry={onRetry}>{error === true ? undefined : error}</LoadError>
  if (onClearFilters) {
    return (
      <Empty
        icon="filter"
        title={texts.nothingMatches}
        action={
          <Button size="small" onClick={onClearFilters}>
            {texts.clearFilters}
          </Button>
        }
      />
    )
  }
  return empty ?? <Empty title={texts.noResults} />
}
