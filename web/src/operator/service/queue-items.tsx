import { operator } from '@portico/contract/operator.ts'
import type { QueueItem, QueueName } from '@portico/contract/operator-queues.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Button } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { useMay } from '../me.ts'
import { customerPath } from '../paths.ts'
import { useConsoleT } from '../texts.ts'
import { QueueDialog } from './queue-dialog.tsx'
import styles from './service.module.css'
import { queueWord } from './words.ts'

const REFRESH_MS = 10_000
type Show = 'waiting' | 'failed'
type Props = { queue: QueueName; params: URLSearchParams; set: (changes: Record<string, string>) => void }

/** What waits in one queue or was given up, with what can be done about it. */
export function QueueItems({ queue, params, set }: Props) {
  const t = useConsoleT()
  const may = useMay()
  const { whole } = useNumberFormats()
  const show: Show = params.get('show') === 'failed' ? 'failed' : 'waiting'
  const after = params.get('after')
  const [doing, setDoing] = useState<{ is: 'retry' | 'drop'; ids: string[] }>()
  const { data, loading } = useList({
    ...query(['queue-items', queue, show, after], operator.queueItems, { queue, show, ...(after && { after }) }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const word = queueWord(queue)
  const again = data?.items.filter(({ can_retry }) => can_retry).map(({ id }) => id) ?? []
  const mayChange = may('manage_queues')
  return (
    <Card
      flush
      title={word ? t(word) : queue}
      actions={
        <span className={styles.actions}>
          <Segmented<Show>
            label={t('State')}
            name="show"
            value={show}
            options={[
              { value: 'waiting', label: t('Waiting') },
              { value: 'failed', label: t('Given up') },
            ]}
            onChange={(next) => set({ show: next === 'failed' ? next : '', after: '' })}
          />
          {mayChange && again.length > 1 && (
            <Button size="small" onClick={() => setDoing({ is: 'retry', ids: again })}>
              {t('Retry all {count}', { count: again.length })}
            </Button>
          )}
        </span>
      }
      footer={
        (after || data?.next) && (
          <span className={styles.actions}>
            {after && (
              <Button size="small" onClick={() => set({ after: '' })}>
                {t('First page')}
              </Button>
            )}
            {data?.next && (
              <Button size="small" onClick={() => set({ after: data.next ?? '' })}>
                {t('Next')}
              </Button>
            )}
          </span>
        )
      }
    >
      <Table<QueueItem>
        label={word ? t(word) : queue}
        rows={data?.items}
        rowKey={({ id }) => id}
        skeletonRows={4}
        {...loading}
        empty={
          <Empty icon="check-circle" title={show === 'failed' ? t('Nothing was given up') : t('Nothing is waiting')} />
        }
        columns={[
          {
            id: 'what',
            label: t('What'),
            lead: true,
            width: 180,
            cell: ({ what }) => <span className={styles.code}>{what}</span>,
          },
          { id: 'to', label: t('To'), cell: (item) => <Target item={item} /> },
          {
            id: 'at',
            label: show === 'failed' ? t('Given up') : t('Next attempt'),
            cell: ({ due_at, failed_at }) => <Moment at={due_at ?? failed_at ?? ''} />,
          },
          { id: 'since', label: t('Since'), wideOnly: true, cell: ({ since }) => <Moment at={since} /> },
          { id: 'tries', label: t('Attempts'), numeric: true, cell: ({ tries }) => whole(tries) },
          { id: 'error', label: t('Last error'), sentence: true, cell: ({ error }) => error ?? '–' },
          {
            id: 'do',
            label: t('Actions'),
            width: 170,
            cell: ({ id, can_retry, can_drop }) =>
              mayChange && (
                <span className={styles.actions}>
                  {can_retry && (
                    <Button size="small" onClick={() => setDoing({ is: 'retry', ids: [id] })}>
                      {t('Retry')}
                    </Button>
                  )}
                  {can_drop && (
                    <Button size="small" onClick={() => setDoing({ is: 'drop', ids: [id] })}>
                      {t('Drop')}
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
      />
      {doing && <QueueDialog queue={queue} {...doing} onClose={() => setDoing(undefined)} />}
    </Card>
  )
}

function Target({ item: { to, customer_id } }: { item: QueueItem }) {
  const text = to ?? (customer_id === null ? '–' : `#${customer_id}`)
  return customer_id === null ? text : <Link to={customerPath(customer_id)}>{text}</Link>
}
