import { CODE } from '@portico/contract/codes.ts'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Breakable } from '#ui/text/breakable.tsx'
import { MoneyText } from '#ui/text/money-text.tsx'
import type { SampleRow } from './sample-rows.ts'

export const sampleColumns: Column<SampleRow>[] = [
  { id: 'time', label: 'Time (UTC)', cell: (row) => row.time, width: 210, sortable: true, lead: true },
  { id: 'endpoint', label: 'Endpoint', cell: (row) => <Breakable text={row.endpoint} /> },
  {
    id: 'status',
    label: 'Status',
    width: 100,
    cell: (row) => (
      <Badge tone={row.status === CODE.ok ? 'good' : 'bad'} dot>
        {row.status}
      </Badge>
    ),
  },
  { id: 'login', label: 'Login', cell: (row) => row.login, wideOnly: true, width: 200 },
  { id: 'results', label: 'Results', cell: (row) => row.results, numeric: true, sortable: true, width: 100 },
  {
    id: 'cost',
    label: 'Cost',
    cell: (row) => <MoneyText text={row.cost} />,
    numeric: true,
    sortable: true,
    width: 120,
  },
]
