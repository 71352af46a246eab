import type { GroupRow } from '@portico/contract/usage-totals.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import type { Summary } from './breakdown-card.tsx'
import { useFormats } from './formats.ts'
import { BY_COST, metricColumns, metricOf, metricTotals } from './metric-columns.tsx'
import { FIRST_ROWS, ShowAll } from './show-all.tsx'
import { SplitSelect } from './split-select.tsx'
import styles from './usage.module.css'
import type { Change } from './usage-search.ts'
import type { Usage } from './use-usage.ts'
import { GROUP_WORDS, groupTitle } from './words.ts'

const TITLES: Record<Usage['group'], MessageKey> = {
  function: 'By function, method and priority',
  api: 'By API',
  login: 'By login',
  tag: 'By tag',
  priority: 'By priority',
  status: 'By status',
}

/** One line a group. Its last row comes from the same answer as the tiles above. */
export function GroupsCard({ usage, summary }: { usage: Usage; summary: UseQueryResult<Summary> }) {
  const t = useT()
  const texts = useUiTexts()
  const { whole } = useFormats()
  const [sort, setSort] = useState(BY_COST)
  const [isWhole, setWhole] = useState(false)
  const { group, split } = usage
  const shown = [group, split].join(' ')
  const { data, isError, isPlaceholderData, refetch } = summary
  // While another grouping is on its way, the rows are still those of the former one: under its new names they would be wrong.
  const [answered, setAnswered] = useState(isPlaceholderData ? undefined : shown)
  if (!isPlaceholderData && answered !== shown) setAnswered(shown)
  const nameOf = ({ key, title }: GroupRow) => groupTitle(t, group, key, title)
  const splitOf = ({ split: second }: GroupRow) =>
    split && second ? groupTitle(t, split, second.key, second.title) : ''
  // With a second grouping the rows of functions are not divided by method and priority.
  const title = t(split && group === 'function' ? 'By function' : TITLES[group])
  const columns: Column<GroupRow>[] = [
    {
      id: 'name',
      label: t(GROUP_WORDS[group]),
      sortable: true,
      cell: (row) => {
        const to = filterOf(group, row.key)
        return to ? (
          <button type="button" className={styles.filterLink} onClick={() => usage.change(to)}>
            <Breakable text={nameOf(row)} />
          </button>
        ) : (
          <Breakable text={nameOf(row)} />
        )
      },
    },
    ...(split
      ? [
          {
            id: 'split',
            label: t(GROUP_WORDS[split]),
            sortable: true,
            cell: (row: GroupRow) => <Breakable text={splitOf(row)} />,
          },
        ]
      : []),
    ...metricColumns<GroupRow>({ t, whole }),
  ]
  const textOf = (row: GroupRow) => (sort.column === 'split' ? splitOf(row) : nameOf(row))
  const turn = sort.direction === 'asc' ? 1 : -1
  const rows = (answered === shown ? data : undefined)?.groups.toSorted((a, b) => {
    if (a.key === null || b.key === null) return a.key === null ? 1 : -1
    const [one, other] = [metricOf(a, sort.column), metricOf(b, sort.column)]
    return turn * (one === undefined || other === undefined ? textOf(a).localeCompare(textOf(b)) : one - other)
  })
  return (
    <Card title={title} actions={<SplitSelect usage={usage} />} flush>
      <Table
        compact
        label={title}
        columns={columns}
        rows={isWhole ? rows : rows?.slice(0, FIRST_ROWS)}
        rowKey={({ key, split: second }) => (key === null ? 'others' : `of ${key} ${second?.key}`)}
        sort={sort}
        onSort={setSort}
        isRefreshing={isPlaceholderData}
        skeletonRows={5}
        error={!data && isError}
        onRetry={refetch}
        {...(data && { totals: { name: texts.total, ...metricTotals(data.totals, whole) } })}
        footer={
          !isWhole && rows && rows.length > FIRST_ROWS && <ShowAll count={rows.length} onPress={() => setWhole(true)} />
        }
      />
    </Card>
  )
}

/** The filter that narrows the screen to a group, where there is one. */
function filterOf(group: Usage['group'], key: string | null): Change | undefined {
  if (key === null || key === '') return undefined
  if (group === 'login' || group === 'tag' || group === 'priority' || group === 'status') return { [group]: key }
  return undefined
}
