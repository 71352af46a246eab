import type { Output } from '@portico/contract/endpoint.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type Translator, useT } from '#i18n/i18n.tsx'
import { titleIn } from '#page/titles.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { firstBranches, type TreeRow, treeRows } from './breakdown-tree.ts'
import { useFormats } from './formats.ts'
import { BY_COST, metricColumns, metricTotals } from './metric-columns.tsx'
import { FIRST_ROWS, ShowAll } from './show-all.tsx'
import { SplitSelect } from './split-select.tsx'
import styles from './usage.module.css'
import type { Usage } from './use-usage.ts'
import { METHOD_WORDS, priorityWord } from './words.ts'

export type Summary = Output<typeof usage.getUsageSummary>

/** Function ▸ method ▸ priority. Its last row comes from the same answer as the tiles above. */
export function BreakdownCard({ usage, summary }: { usage: Usage; summary: UseQueryResult<Summary> }) {
  const t = useT()
  const texts = useUiTexts()
  const { whole } = useFormats()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState(BY_COST)
  const [isWhole, setWhole] = useState(false)
  const { data, isError, isPlaceholderData, refetch } = summary
  const toggle = (key: string) => setOpen(open.has(key) ? open.difference(new Set([key])) : open.union(new Set([key])))
  const columns: Column<TreeRow>[] = [
    {
      id: 'name',
      label: t('Function'),
      sortable: true,
      cell: (row) => <Name row={row} isOpen={open.has(row.key)} onToggle={() => toggle(row.key)} />,
    },
    ...metricColumns<TreeRow>({ t, whole }),
  ]
  const rows = data && treeRows(named(t, data.breakdown), open, sort)
  const count = rows?.filter(({ level }) => level === 0).length ?? 0
  return (
    <Card title={t('By function, method and priority')} actions={<SplitSelect usage={usage} />} flush>
      <Table
        label={t('By function, method and priority')}
        columns={columns}
        rows={rows && (isWhole ? rows : firstBranches(rows, FIRST_ROWS))}
        sort={sort}
        onSort={setSort}
        compact
        rowKey={(row) => row.key}
        isRefreshing={isPlaceholderData}
        skeletonRows={5}
        error={!data && isError}
        onRetry={refetch}
        footer={!isWhole && count > FIRST_ROWS && <ShowAll count={count} onPress={() => setWhole(true)} />}
        {...(data && {
          totals: {
            name: texts.total,
            ...metricTotals(data.totals, whole),
          },
        })}
      />
    </Card>
  )
}

/** Rows are sorted by the names the reader sees. */
function named(t: Translator['t'], rows: Summary['breakdown']): Summary['breakdown'] {
  return rows.map((row) => ({ ...row, title: titleIn(t, row.title) }))
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
          label={t('Show breakdown of {name}', { name })}
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
