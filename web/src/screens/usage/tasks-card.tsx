import { ALL_APIS, ALL_LOGINS, type TaskRow } from '@portico/contract/usage.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { tooFarBack } from '#traffic/too-far-back.ts'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/icon/spinner.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { useCopy } from '#ui/show/use-copy.ts'
import { Table } from '#ui/table/table.tsx'
import { VirtualTable } from '#ui/table/virtual-table.tsx'
import { ColumnMenu, useHiddenColumns } from './column-menu.tsx'
import type { Choices } from './filter-fields.tsx'
import { useFormats } from './formats.ts'
import { useTaskColumns } from './task-columns.tsx'
import styles from './usage.module.css'
import { tasksQuery } from './usage-queries.ts'
import type { Usage } from './use-usage.ts'

const ROW_PX = 40
const HEAD_PX = 36
const TALLEST_PX = 560
/** The number of rows from the end at which the next page is requested. */
const AHEAD = 60

type Props = { usage: Usage; choices: Choices | undefined; total: number | undefined }

/** Every task that matches, page by page as one scrolls, in the order of a column. */
export function TasksCard({ usage, choices, total }: Props) {
  const t = useT()
  const { utcDay } = useFormats()
  const query = useInfiniteQuery(tasksQuery(usage))
  const { data, error, isError, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = query
  const rows = data?.pages.flatMap((page) => page.rows)
  const refusal = tooFarBack(error)
  const moved_before = data?.pages[0]?.moved_before
  const isSeveral = usage.filter.login === ALL_LOGINS || (usage.filter.scope === 'h2h' && !usage.filter.login)
  const withLogin = isSeveral && (choices?.logins.length ?? 0) > 1
  // With several logins the login replaces the id, which the drawer shows in full.
  const [hidden, toggle] = useHiddenColumns(withLogin ? ['id', 'priority'] : ['login', 'priority'])
  const [copied, setCopied] = useState<string>()
  const [state, copy] = useCopy()
  const more = () => {
    if (hasNextPage) fetchNextPage({ cancelRefetch: false })
  }
  const near = new Set(hasNextPage ? rows?.slice(-AHEAD).map(({ id }) => id) : [])
  const columns = useTaskColumns({
    withApi: usage.filter.section === ALL_APIS,
    hidden,
    copied: state === 'copied' ? copied : undefined,
    onCopy: (id) => {
      setCopied(id)
      copy(id)
    },
    isNearEnd: (row) => near.has(row.id),
    onNearEnd: more,
  })
  return (
    <Card
      title={t('Tasks')}
      note={
        moved_before &&
        t('Calls before {day} are in the archive. They take longer to load and are counted by the quarter-hour.', {
          day: utcDay(moved_before),
        })
      }
      flush
      actions={
        <>
          <ColumnMenu hidden={hidden} onToggle={toggle} />
          {rows && rows.length > 0 && <CopyIds rows={rows} />}
        </>
      }
    >
      {!rows && isError && !refusal && <LoadError busy={isFetching} onRetry={refetch} />}
      {!rows && refusal && <LoadError>{t(refusal)}</LoadError>}
      {!rows && !isError && <Table label={t('Tasks')} columns={columns} rows={undefined} rowKey={idOf} />}
      {rows && (
        <div className={classNames(isPlaceholderData && styles.quiet)}>
          <VirtualTable
            label={t('Tasks')}
            columns={columns}
            rows={rows}
            rowKey={idOf}
            height={Math.min(TALLEST_PX, HEAD_PX + rows.length * ROW_PX + 1)}
            sort={{ column: usage.sort, direction: usage.order === 'oldest' ? 'asc' : 'desc' }}
            onSort={({ column, direction }) =>
              usage.change({
                sort: column === 'time' ? undefined : column,
                order: direction === 'asc' ? 'oldest' : undefined,
              })
            }
            onOpen={({ id }) => usage.change({ call: id })}
            isActive={({ id }) => id === usage.call}
          />
          <Foot shown={rows.length} total={total} query={query} />
        </div>
      )}
    </Card>
  )
}

function idOf({ id }: TaskRow): string {
  return id
}

type FootProps = {
  shown: number
  total: number | undefined
  query: {
    isFetchNextPageError: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    fetchNextPage: () => unknown
  }
}

function Foot({ shown, total, query }: FootProps) {
  const t = useT()
  const { whole } = useFormats()
  const { isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  if (isFetchNextPageError) return <LoadError busy={isFetchingNextPage} onRetry={fetchNextPage} />
  return (
    <p className={styles.foot} role="status">
      {hasNextPage
        ? t('{shown} of {total} shown. Scroll for more.', {
            shown: whole(shown),
            total: whole(Math.max(total ?? shown, shown)),
          })
        : t('Total: {total}', { total: whole(shown) })}
      {isFetchingNextPage && <Spinner />}
    </p>
  )
}

/** Task ids as clients know them; a call that never became a task goes by its own. */
function CopyIds({ rows }: { rows: TaskRow[] }) {
  const t = useT()
  const [state, copy] = useCopy()
  return (
    <Button
      size="small"
      icon={state === 'copied' ? 'check' : 'copy'}
      onClick={() => copy(rows.map(({ id, task_id }) => task_id ?? id).join('\n'))}
    >
      {t('{count, plural, one {Copy # ID} other {Copy # IDs}}', { count: rows.length })}
    </Button>
  )
}
