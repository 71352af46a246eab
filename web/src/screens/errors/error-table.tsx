import type { ErrorRow } from '@portico/contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { Pager } from '#ui/table/pager.tsx'
import { Table, type TableProps } from '#ui/table/table.tsx'
import { rowsQuery } from './errors-queries.ts'
import { NO_FILTERS, PAGE_SIZES } from './errors-search.ts'
import type { Errors } from './use-errors.ts'

type ErrorTableProps = { errors: Errors } & Pick<TableProps<ErrorRow>, 'label' | 'columns' | 'empty' | 'skeletonRows'>

/** The errors that match the address, by time and in pages; a row opens its details. */
export function ErrorTable({ errors, ...look }: ErrorTableProps) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(rowsQuery(errors))
  return (
    <Table
      {...look}
      rows={data?.rows}
      rowKey={({ id }) => id}
      sort={{ column: 'time', direction: errors.order === 'newest' ? 'desc' : 'asc' }}
      onSort={({ direction }) => errors.change({ order: direction === 'asc' ? 'oldest' : undefined })}
      onOpen={({ id }) => errors.change({ error: id })}
      isActive={({ id }) => id === errors.error}
      isRefreshing={isPlaceholderData}
      error={!data && isError}
      onRetry={refetch}
      {...((!look.empty || errors.narrowed > 0) && { onClearFilters: () => errors.change(NO_FILTERS) })}
      footer={
        data &&
        data.total > 0 && (
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
  )
}
