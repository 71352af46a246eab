import { Amount } from '#i18n/amount.tsx'
import type { Translator } from '#i18n/i18n.tsx'
import type { Column } from '#ui/table/column.ts'
import type { Sort } from '#ui/table/sort.ts'

export interface Metrics {
  requests: number
  tasks: number
  results: number
  cost_micros: number
  errors: number
}

type ColumnContext = { t: Translator['t']; whole: (value: number) => string }

/** The columns of numbers that every breakdown has; each sorts. */
export function metricColumns<Row extends Metrics>({ t, whole }: ColumnContext): Column<Row>[] {
  const number = (id: 'requests' | 'tasks' | 'results' | 'errors', label: string, more = {}): Column<Row> => ({
    id,
    label,
    numeric: true,
    sortable: true,
    cell: (row) => whole(row[id]),
    ...more,
  })
  return [
    number('requests', t('Requests')),
    number('tasks', t('Tasks'), { wideOnly: true, onCard: false }),
    number('results', t('Results'), { wideOnly: true, onCard: false }),
    number('errors', t('Errors'), { onCard: false }),
    {
      id: 'mean',
      label: t('Average cost'),
      numeric: true,
      sortable: true,
      wideOnly: true,
      onCard: false,
      cell: ({ tasks, cost_micros }) => meanOf(cost_micros, tasks),
    },
    { id: 'cost', label: t('Cost'), numeric: true, sortable: true, cell: (row) => <Amount micros={row.cost_micros} /> },
  ]
}

/** The last row, from the same answer as the cards. */
export function metricTotals(totals: Metrics, whole: (value: number) => string) {
  return {
    requests: whole(totals.requests),
    tasks: whole(totals.tasks),
    results: whole(totals.results),
    errors: whole(totals.errors),
    mean: meanOf(totals.cost_micros, totals.tasks),
    cost: <Amount micros={totals.cost_micros} />,
  }
}

function meanOf(cost_micros: number, tasks: number) {
  return tasks === 0 ? '–' : <Amount micros={Math.round(cost_micros / tasks)} />
}

export const BY_COST: Sort = { column: 'cost', direction: 'desc' }

/** The value of a row in the sorted column; undefined for its name. */
export function metricOf(row: Metrics, column: string): number | undefined {
  if (column === 'mean') return row.tasks === 0 ? 0 : row.cost_micros / row.tasks
  if (column === 'cost') return row.cost_micros
  return column === 'requests' || column === 'tasks' || column === 'results' || column === 'errors'
    ? row[column]
    : undefined
}
