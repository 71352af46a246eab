import type { ErrorGroup } from '@portico/contract/errors.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { useWayTo } from '#money/add-funds.ts'
import parts from '#traffic/call-parts.module.css'
import { classNames } from '#ui/class-names.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import type { Column } from '#ui/table/column.ts'
import { Pager } from '#ui/table/pager.tsx'
import type { Sort } from '#ui/table/sort.ts'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { Called } from './called.tsx'
import { CodeName } from './code-name.tsx'
import { explain } from './code-texts.ts'
import styles from './errors.module.css'
import type { Groups } from './errors-queries.ts'
import { type GroupSort, NO_FILTERS, PAGE_SIZES } from './errors-search.ts'
import { EXPLANATION_VALUES } from './explanation.ts'
import { useFormats } from './formats.ts'
import { GroupRows } from './group-rows.tsx'
import { remedyOf } from './remedy.ts'
import type { Errors } from './use-errors.ts'

export function GroupsCard({ errors, query }: { errors: Errors; query: UseQueryResult<Groups> }) {
  const t = useT()
  const { whole, share, moment, ago, fullMoment } = useFormats()
  const { data, isError, isPlaceholderData, refetch } = query
  const total = data?.total ?? 0
  const columns: Column<ErrorGroup>[] = [
    {
      id: 'error',
      label: t('Error'),
      lead: true,
      width: 310,
      cell: ({ code, class: kind, message }) => (
        <CodeName code={code} class={kind} title={t(explain(code).title)} note={<Breakable text={message} />} />
      ),
    },
    {
      id: 'function',
      label: t('Function'),
      width: 190,
      cell: (group) => <Called call={group} withKey />,
    },
    {
      id: 'count',
      label: t('Occurrences'),
      numeric: true,
      sortable: true,
      cell: ({ count }) => (
        <span className={styles.lines}>
          {whole(count)}
          <span className={styles.below}>{total > 0 ? share(count / total) : ''}</span>
        </span>
      ),
    },
    {
      id: 'last',
      label: t('Last seen'),
      sortable: true,
      cell: ({ first_at, last_at }) => (
        <span className={classNames(styles.lines, styles.seen)}>
          <time dateTime={last_at} title={fullMoment(last_at)} className={parts.time}>
            {ago(last_at, errors.now_ms)}
          </time>
          <span className={styles.below} title={fullMoment(first_at)}>
            {t('first {when}', { when: moment(first_at) })}
          </span>
        </span>
      ),
    },
    {
      id: 'fix',
      label: t('What to do'),
      sentence: true,
      width: 250,
      cell: ({ code }) => <Fix code={code} />,
    },
  ]
  return (
    <Card
      title={t('Errors by cause')}
      note={
        data && t('{count, plural, one {# error} other {# errors}}, grouped by code and function', { count: total })
      }
      flush
    >
      <Table
        label={t('Errors by cause')}
        columns={columns}
        rows={data?.groups}
        rowKey={({ code, function: key }) => `${code} ${key}`}
        sort={{ column: errors.sort, direction: errors.order === 'newest' ? 'desc' : 'asc' }}
        onSort={(sort) => errors.change(sortChange(sort))}
        detail={(group) => <GroupRows errors={errors} group={group} />}
        isRefreshing={isPlaceholderData}
        skeletonRows={5}
        error={!data && isError}
        onRetry={refetch}
        onClearFilters={() => errors.change(NO_FILTERS)}
        footer={
          data &&
          data.group_count > errors.page_size && (
            <Pager
              page={errors.page}
              page_size={errors.page_size}
              total={data.group_count}
              pageSizes={PAGE_SIZES}
              onPage={(page) => errors.change({ page: String(page) })}
              onPageSize={(size) => errors.change({ size: String(size) })}
            />
          )
        }
      />
    </Card>
  )
}

/** The remedy, and a button where one of the user's settings provides it. */
function Fix({ code }: { code: number }) {
  const t = useT()
  const wayTo = useWayTo()
  const remedy = remedyOf(code)
  return (
    <span className={styles.fix}>
      {t(explain(code).fix, EXPLANATION_VALUES)}
      {remedy && (
        <Link to={wayTo(remedy.to)} className={buttonClass({ size: 'small' })}>
          {t(remedy.label)}
        </Link>
      )}
    </span>
  )
}

/** Defaults are not written into the address. */
function sortChange({ column, direction }: Sort): { sort: GroupSort | undefined; order: 'oldest' | undefined } {
  const sort = column === 'last' || column === 'first' ? column : undefined
  return { sort, order: direction === 'asc' ? 'oldest' : undefined }
}
