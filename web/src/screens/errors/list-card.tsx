import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Table } from '#ui/table/table.tsx'
import { errorColumns } from './error-columns.tsx'
import { NO_FILTERS, PAGE_SIZES } from './errors-place.ts'
import { rowsQuery } from './errors-queries.ts'
import { useFormats } from './formats.ts'
import type { Errors } from './use-errors.ts'

export function ListCard({ errors, hasLogins }: { errors: Errors; hasLogins: boolean }) {
  const t = useT()
  const formats = useFormats()
  const { data, isError, isPlaceholderData, refetch } = useQuery(rowsQuery(errors))
  return (
    <Card
      title={t('All errors')}
      note={data && t('{count, plural, one {# error} other {# errors}}', { count: data.total })}
      flush
    >
      <Table
        label={t('All errors')}
        columns={errorColumns({ t, formats, hasLogins })}
        rows={data?.rows}
        rowKey={({ id }) => id}
        sort={{ column: 'time', direction: errors.order === 'newest' ? 'desc' : 'asc' }}
        onSort={({ direction }) => errors.change({ order: direction === 'asc' ? 'oldest' : undefined })}
        onOpen={({ id }) => errors.change({ error: id })}
        isActive={({ id }) => id === errors.error}
        isRefreshing={isPlaceholderData}
        error={!data && isError}
        onRetry={refetch}
        onClearFilters={() => errors.change(NO_FILTERS)}
        footer={
          data && (
            <Pager
              page={errors.page}
              page_size={errors.page_size}
              total={data.total}
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
