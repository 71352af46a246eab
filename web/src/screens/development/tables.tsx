import { useState } from 'react'
import { Button } from '#ui/input/button.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { selectionColumn } from '#ui/table/selection-column.tsx'
import type { Sort } from '#ui/table/sort.ts'
import { Table } from '#ui/table/table.tsx'
import { VirtualTable } from '#ui/table/virtual-table.tsx'
import { sampleColumns } from './sample-columns.tsx'
import { type SampleRow, sampleRows } from './sample-rows.ts'
import { taskFacts } from './samples.tsx'
import { Specimen } from './specimen.tsx'

const rows = sampleRows(60)
const manyRows = sampleRows(100_000)
const keyOf = (row: SampleRow) => row.id

export function Tables() {
  const snackbar = useSnackbar()
  const [sort, setSort] = useState<Sort>({ column: 'time', direction: 'desc' })
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(10)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const here = rows.slice((page - 1) * size, page * size)
  const few = rows.slice(0, 4)
  const selection = selectionColumn({
    rows: few,
    rowKey: keyOf,
    selected,
    onChange: setSelected,
    selectAll: 'Select all',
    selectRow: (row) => `Select ${row.id}`,
    limit: 3,
  })
  return (
    <>
      <Specimen name="Table with sorting, paging, totals, rows that open" wide bare>
        <Card
          title="Tasks"
          flush
          actions={
            <Button size="small" icon="download">
              CSV
            </Button>
          }
        >
          <Table
            label="Tasks"
            columns={sampleColumns}
            rows={here}
            rowKey={keyOf}
            sort={sort}
            onSort={setSort}
            onOpen={(row) => snackbar.show({ text: `Opened ${row.id}`, duration_ms: 1500 })}
            isActive={(row) => row === rows[2]}
            totals={{ time: 'Total', results: '2,418', cost: '$0.241800' }}
            footer={
              <Pager
                page={page}
                page_size={size}
                total={60}
                onPage={setPage}
                onPageSize={setSize}
                pageSizes={[5, 10, 25]}
              />
            }
          />
        </Card>
      </Specimen>
      <Specimen name="Selection (at most 3) and rows that unfold" wide bare>
        <Card flush>
          <Table
            label="Webhooks"
            columns={[selection, ...sampleColumns]}
            rows={few}
            rowKey={keyOf}
            detail={() => <KeyValues items={taskFacts} dense />}
          />
        </Card>
      </Specimen>
      <Specimen name="VirtualTable, 100,000 rows" wide bare>
        <Card flush>
          <VirtualTable
            label="All tasks"
            columns={sampleColumns}
            rows={manyRows}
            rowKey={keyOf}
            height={360}
            sort={sort}
            onSort={setSort}
          />
        </Card>
      </Specimen>
      <Specimen name="Loading" wide bare>
        <Card flush>
          <Table label="Loading" columns={sampleColumns} rows={undefined} rowKey={keyOf} skeletonRows={3} />
        </Card>
      </Specimen>
      <Specimen name="Could not load">
        <Table label="Failed" columns={sampleColumns} rows={undefined} rowKey={keyOf} error onRetry={() => undefined} />
      </Specimen>
      <Specimen name="Empty">
        <Table
          label="Empty"
          columns={sampleColumns}
          rows={[]}
          rowKey={keyOf}
          empty={
            <Empty icon="play" title="No tasks yet" action={<Button tone="primary">Open the playground</Button>}>
              Every task you post stands here with its cost.
            </Empty>
          }
        />
      </Specimen>
      <Specimen name="Empty because of filters">
        <Table label="Filtered" columns={sampleColumns} rows={[]} rowKey={keyOf} onClearFilters={() => undefined} />
      </Specimen>
    </>
  )
}
