import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { USER_SORTS, type UserSort } from '@portico/contract/operator-users.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Amount } from '#i18n/amount.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { oneOf } from '#lib/search-params.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './customers.module.css'
import { useFilters } from './money-search.ts'
import { customerPath } from './paths.ts'
import { StatusBadge } from './status-badge.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Row = Output<typeof operator.listUsers>['users'][number]

const SORTS: Record<UserSort, ConsoleKey> = {
  created: 'Newest first',
  'last-seen': 'Last seen first',
  spend: 'Most spent in 30 days first',
}

/** All customers, while none is searched for. */
export function CustomersList() {
  const t = useConsoleT()
  const { get, change } = useFilters()
  const sort = oneOf(USER_SORTS)(get('sort')) ?? 'created'
  const { data, isError, isFetching, isPlaceholderData, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['customers-list', sort],
    queryFn: ({ pageParam, signal }) =>
      call(
        operator.listUsers,
        { only: 'customers', sort, limit: '25', ...(pageParam && { after: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className={styles.order}>
        <Select
          label={t('Order')}
          noMessage
          value={sort}
          options={USER_SORTS.map((value) => ({ value, label: t(SORTS[value]) }))}
          onChange={(event) => change({ sort: event.target.value === 'created' ? null : event.target.value })}
        />
      </div>
      <Card flush>
        <Table<Row>
          label={t('Customers')}
          rows={data?.pages.flatMap(({ users }) => users)}
          rowKey={({ id }) => String(id)}
          isRefreshing={isPlaceholderData}
          error={isError && !data}
          onRetry={refetch}
          columns={[
            {
              id: 'email',
              label: t('E-mail'),
              cell: ({ id, email, name }) => (
                <span className={styles.who}>
                  <Link to={customerPath(id)}>{email}</Link>
                  <span className={styles.soft}>{name}</span>
                </span>
              ),
            },
            { id: 'status', label: t('Status'), cell: ({ status }) => <StatusBadge status={status} />, width: 130 },
            {
              id: 'since',
              label: t('Customer since'),
              cell: ({ created_at }) => <Moment at={created_at} />,
              wideOnly: true,
              width: 180,
            },
            {
              id: 'seen',
              label: t('Last seen'),
              cell: ({ last_seen }) => (last_seen ? <Moment at={last_seen} /> : t('Never')),
              width: 180,
            },
            {
              id: 'spent',
              label: t('Spent in 30 days'),
              numeric: true,
              cell: ({ spent_micros }) => <Amount micros={spent_micros} />,
              width: 160,
            },
            {
              id: 'balance',
              label: t('Balance'),
              numeric: true,
              cell: ({ balance_micros }) => <Amount micros={balance_micros} />,
              width: 150,
            },
          ]}
        />
      </Card>
      {hasNextPage && (
        <p className={styles.actions}>
          <Button busy={isFetching} onClick={() => fetchNextPage()}>
            {t('Load more')}
          </Button>
        </p>
      )}
    </>
  )
}
