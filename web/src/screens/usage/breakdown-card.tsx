import type { Output } from '@portico/contract/endpoint.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import { Breakable } from '#ui/breakable.tsx'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { type TreeRow, treeRows } from './breakdown-tree.ts'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'
import { METHOD_WORDS, priorityWord } from './words.ts'

export type Summary = Output<typeof usage.getUsageSummary>

/** Function ▸ method ▸ priority. Its last row comes from the same answer as the tiles above. */
export function BreakdownCard({ summary }: { summary: UseQueryResult<Summary> }) {
  const t = useT()
  const texts = useUiTexts()
  const { whole } = useFormats()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { data, isError, isPlaceholderData, refetch } = summary
  const toggle = (key: string) => setOpen(open.has(key) ? open.difference(new Set([key])) : open.union(new Set([key])))
  const number = (id: 'requests' | 'tasks' | 'results' | 'errors', label: string, more = {}): Column<TreeRow> => ({
    id,
    label,
    numeric: true,
    cell: (row) => whole(row[id]),
    ...more,
  })
  const columns: Column<TreeRow>[] = [
    {
      id: 'name',
      label: t('Function'),
      cell: (row) => <Name row={row} isOpen={open.has(row.key)} onToggle={() => toggle(row.key)} />,
    },
    number('requests', t('Requests')),
    number('tasks', t('Tasks'), { wideOnly: true }),
    number('results', t('Results'), { wideOnly: true }),
    number('errors', t('Errors')),
    {
      id: 'mean',
      label: t('Mean cost'),
      numeric: true,
      wideOnly: true,
      cell: ({ tasks, cost_micros }) => meanOf(cost_micros, tasks),
    },
    {
      id: 'cost',
      label: t('Cost'),
      numeric: true,
      cell: (row) => <Amount micros={row.cost_micros} />,
    },
  ]
  return (
    <Card title={t('By function, method and priority')} flush>
      <Table
        label={t('By function, method and priority')}
        columns={columns}
        rows={data && treeRows(data.breakdown, open)}
        rowKey={(row) => row.key}
        isRefreshing={isPlaceholderData}
        skeletonRows={5}
        error={!data && isError}
        onRetry={refetch}
        {...(data && {
          totals: {
            name: texts.total,
            requests: whole(data.totals.requests),
            tasks: whole(data.totals.tasks),
            results: whole(data.totals.results),
            errors: whole(data.totals.errors),
            mean: meanOf(data.totals.cost_micros, data.totals.tasks),
            cost: <Amount micros={data.totals.cost_micros} />,
          },
        })}
      />
    </Card>
  )
}

function meanOf(cost_micros: number, tasks: number) {
  return tasks === 0 ? '–' : <Amount micros={Math.round(cost_micros / tasks)} />
}

const LEVELS = [styles.level0, styles.level1, styles.level2]

function Name({ row, isOpen, onToggle }: { row: TreeRow; isOpen: boolean; onToggle: () => void }) {
  const t = useT()
  const words = [row.row.title, t(METHOD_WORDS[row.row.method]), t(priorityWord(row.row.priority))]
  const name = words[row.level] ?? ''
  return (
    <span className={classNames(styles.branch, LEVELS[row.level])}>
      {row.hasMore ? (
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          size="small"
          label={t('Show what {name} is made of', { name })}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      ) : (
        <span className={styles.leaf} />
      )}
      <span className={styles.branchWords}>
        {name}
        {row.level === 0 && row.row.title !== row.row.function && (
          <span className={styles.key}>
            <Breakable text={row.row.function} />
          </span>
        )}
      </span>
    </span>
  )
}
