import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { Select } from '../input/select.tsx'
import { useUiTexts } from '../texts.tsx'
import { type Column, roles } from './column.ts'
import { ariaSort, nextSort, type Sort } from './sort.ts'
import styles from './table.module.css'

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead {...roles.group} className={styles.head}>
      <tr {...roles.row} className={styles.headRow}>
        {columns.map((column) => {
          const isSortable = column.sortable && onSort
          return (
            <th
              key={column.id}
              {...roles.head}
              scope="col"
              aria-sort={isSortable ? ariaSort(sort, column.id) : undefined}
              className={classNames(styles.th, column.numeric && styles.numeric, column.wideOnly && styles.wideOnly)}
            >
              {isSortable ? <SortButton column={column} sort={sort} onSort={onSort} /> : (column.head ?? column.label)}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const texts = useUiTexts()
  const isSorted = sort?.column === column.id
  const icon = !isSorted ? 'sort' : sort.direction === 'asc' ? 'arrow-up' : 'arrow-down'
  return (
    <button
      type="button"
      className={classNames(styles.sort, isSorted && styles.sorted)}
      title={texts.sortBy(column.label)}
      onClick={() => onSort(nextSort(sort, column))}
    >
      {column.label}
      <Icon name={icon} size={16} className={styles.sortIcon} />
    </button>
  )
}

/** The sort of a phone, where rows are cards and the heads are not shown. */
export function CardSort<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  const texts = useUiTexts()
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort || sortable.length === 0) return null
  const options = sortable.flatMap(({ id, label }) => [
    { value: `${id} asc`, label: `${label} ↑` },
    { value: `${id} desc`, label: `${label} ↓` },
  ])
  return (
    <div className={styles.cardSort}>
      <Select
        label={texts.sort}
        hideLabel
        noMessage
        size="small"
        placeholder={texts.sort}
        options={options}
        value={sort ? `${sort.column} ${sort.direction}` : ''}
        onChange={(event) => {
          const [column = '', direction] = event.target.value.split(' ')
          onSort({ column, direction: direction === 'asc' ? 'asc' : 'desc' })
        }}
      />
    </div>
  )
}

export function ColumnWidths<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <colgroup>
      {columns.map((column) => (
        <col key={column.id} width={column.width} className={column.wideOnly ? styles.wideOnly : undefined} />
      ))}
    </colgroup>
  )
}
