import { ORDER_STATUSES, type OrderStatus } from '@portico/contract/payments.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { useTimes } from '#page/times.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { orderColumns } from './order-columns.tsx'
import styles from './payments.module.css'
import { ordersQuery } from './payments-queries.ts'
import { searchOf } from './payments-search.ts'
import { STATUS_WORDS } from './words.ts'

export function PaymentsCard({ status }: { status: OrderStatus | undefined }) {
  const t = useT()
  const { short } = useMoney()
  const { zoneWord } = useTimes()
  const query = useInfiniteQuery(ordersQuery(status))
  const rows = query.data?.pages.flatMap(({ orders }) => orders)
  const show = (next: OrderStatus | undefined) => navigate(`${paths.payments}${searchOf({ status: next })}`)
  return (
    <Card
      title={t('All payments')}
      flush
      actions={
        <Select
          label={t('Status')}
          hideLabel
          noMessage
          size="small"
          icon="filter"
          value={status ?? ''}
          options={[
            { value: '', label: t('All statuses') },
            ...ORDER_STATUSES.map((value) => ({ value, label: t(STATUS_WORDS[value].label) })),
          ]}
          onChange={({ target }) => show(ORDER_STATUSES.find((known) => known === target.value))}
        />
      }
    >
      <Table
        label={t('All payments')}
        columns={orderColumns({ t, money: short, zone: zoneWord })}
        rows={rows}
        rowKey={({ id }) => id}
        isRefreshing={query.isPlaceholderData}
        error={!rows && query.isError}
        onRetry={query.refetch}
        {...(status && { onClearFilters: () => show(undefined) })}
        empty={
          <Empty
            icon="card"
            title={t('No payments yet')}
            action={
              <Link to={paths.addFunds} className={buttonClass({ tone: 'primary', size: 'small' })}>
                {t('Add funds')}
              </Link>
            }
          >
            {t('Each payment appears here as soon as you start it, and its invoice once it is paid.')}
          </Empty>
        }
        footer={
          query.hasNextPage && (
            <div className={styles.more}>
              <Button size="small" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {t('Show older payments')}
              </Button>
            </div>
          )
        }
      />
    </Card>
  )
}
