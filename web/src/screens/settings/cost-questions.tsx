import { budgets, type CostAsTasks, type TodayCost } from '@portico/contract/budgets.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useI18n, useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useLocation } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { useTimes } from '#page/times.ts'
import { titleIn } from '#page/titles.ts'
import { Button } from '#ui/input/button.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import styles from './settings.module.css'

const todayQuery = query(['budgets', 'today'], budgets.explainToday, {})
const asTasksQuery = query(['budgets', 'as-tasks'], budgets.costAsTasks, {})

/** Two questions about the account's own numbers. Each is answered when it is opened. */
export function CostQuestions() {
  const t = useT()
  return (
    <section className={styles.scopes}>
      <Question id="cost-today" title={t('Why is today’s cost different?')} answer={() => <Today />} />
      <Question
        id="cost-as-tasks"
        title={t('What would last month have cost as queued tasks?')}
        answer={() => <AsTasks />}
      />
    </section>
  )
}

/** It is open where the address names it. */
function Question({ id, title, answer }: { id: string; title: string; answer: () => ReactNode }) {
  const isNamed = useLocation().hash === `#${id}`
  const [isOpen, setOpen] = useState(isNamed)
  useEffect(() => {
    if (!isNamed) return
    setOpen(true)
    const element = document.getElementById(id)
    element?.scrollIntoView({ block: 'center' })
    element?.querySelector('button')?.focus({ preventScroll: true })
  }, [id, isNamed])
  return (
    <div id={id} className={styles.stack}>
      <div>
        <Button
          size="small"
          tone="quiet"
          iconEnd={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
        </Button>
      </div>
      {isOpen && answer()}
    </div>
  )
}

function Today() {
  const t = useT()
  const { exact } = useMoney()
  const { data, isError, isFetching, refetch } = useQuery(todayQuery)
  if (!data) return isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={3} />
  const { today_micros, usual_micros, causes, tags } = data
  return (
    <>
      <p className={styles.note}>
        {t('Today so far (UTC): {today}. Average for the same hours of the last seven days: {usual}.', {
          today: exact(today_micros),
          usual: exact(usual_micros),
        })}
      </p>
      <Differences
        label={t('Largest differences')}
        of={t('Function')}
        rows={causes.map((cause) => ({ key: cause.function, name: titleIn(t, cause.title), ...cause }))}
      />
      <Differences
        label={t('Largest differences by tag')}
        of={t('Tag')}
        rows={tags.map((cause) => ({ key: cause.tag, name: cause.tag || t('No tag'), ...cause }))}
      />
    </>
  )
}

type Difference = { key: string; name: string } & Omit<TodayCost['tags'][number], 'tag'>

function Differences({ label, of, rows }: { label: string; of: string; rows: Difference[] }) {
  const t = useT()
  const { exact } = useMoney()
  const signed = (micros: number) => (micros > 0 ? `+${exact(micros)}` : exact(micros))
  const columns: Column<Difference>[] = [
    { id: 'name', label: of, lead: true, cell: ({ name }) => name },
    { id: 'today', label: t('Today'), numeric: true, cell: ({ today_micros }) => exact(today_micros) },
    { id: 'usual', label: t('Usually'), numeric: true, cell: ({ usual_micros }) => exact(usual_micros) },
    {
      id: 'calls',
      label: t('By number of calls'),
      numeric: true,
      cell: ({ by_calls_micros }) => signed(by_calls_micros),
    },
    {
      id: 'price',
      label: t('By price per call'),
      numeric: true,
      cell: ({ by_price_micros }) => signed(by_price_micros),
    },
  ]
  if (rows.length === 0) return null
  return (
    <>
      <h3 className={styles.note}>{label}</h3>
      <div className={styles.log}>
        <Table label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />
      </div>
    </>
  )
}

function AsTasks() {
  const { t, language } = useI18n()
  const { exact } = useMoney()
  const { utc } = useTimes()
  const { data, isError, isFetching, refetch } = useQuery(asTasksQuery)
  if (!data) return isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={3} />
  const count = new Intl.NumberFormat(language)
  const columns: Column<CostAsTasks['functions'][number]>[] = [
    { id: 'function', label: t('Function'), lead: true, cell: ({ title }) => titleIn(t, title) },
    { id: 'calls', label: t('Live calls'), numeric: true, cell: ({ calls }) => count.format(calls) },
    { id: 'live', label: t('Cost'), numeric: true, cell: ({ live_micros }) => exact(live_micros) },
    {
      id: 'tasks',
      label: t('As tasks'),
      numeric: true,
      cell: ({ tasks_micros }) => (tasks_micros === null ? '—' : exact(tasks_micros)),
    },
  ]
  const { month, live_micros, tasks_micros, functions } = data
  const name = utc('longMonth', `${month}-01T00:00:00.000Z`)
  if (functions.length === 0)
    return <p className={styles.note}>{t('No paid live calls in {month}.', { month: name })}</p>
  return (
    <>
      <p className={styles.note}>
        {t(
          'Live calls in {month} cost {live}. As normal-priority tasks, they would have cost about {tasks}: {saved} less.',
          {
            month: name,
            live: exact(live_micros),
            tasks: exact(tasks_micros),
            saved: exact(live_micros - tasks_micros),
          },
        )}{' '}
        {t('Options that cost extra can change this. Task results take minutes rather than seconds.')}
      </p>
      <div className={styles.log}>
        <Table label={t('Live calls as tasks')} columns={columns} rows={functions} rowKey={(row) => row.function} />
      </div>
    </>
  )
}
