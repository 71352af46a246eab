import { operator } from '@portico/contract/operator.ts'
import { QUEUES, type QueueName } from '@portico/contract/operator-queues.ts'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Table } from '#ui/table/table.tsx'
import { useConsoleT } from '../texts.ts'
import { QueueItems } from './queue-items.tsx'
import styles from './service.module.css'
import { useServiceFormats } from './use-service-formats.ts'
import { queueWord } from './words.ts'

const REFRESH_MS = 10_000
/** A queue is emptied within seconds; what waits longer needs someone. */
const OLD_S = 60

type Props = { params: URLSearchParams; set: (changes: Record<string, string>) => void }

/** Every queue, and the items of the chosen one. */
export function ServiceQueues({ params, set }: Props) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const { duration } = useServiceFormats()
  const chosen = QUEUES.find((one) => one === params.get('queue'))
  const { data, loading } = useList({
    ...query(['queues'], operator.queues, {}),
    refetchInterval: REFRESH_MS,
  })
  const choose = (queue: string) => QUEUES.some((one) => one === queue) && set({ queue, show: '', after: '' })
  return (
    <div className={styles.stack}>
      <Card flush>
        <Table
          label={t('Queues')}
          rows={data?.queues}
          rowKey={({ queue }) => queue}
          skeletonRows={7}
          {...loading}
          isActive={({ queue }) => queue === chosen}
          onOpen={({ queue }) => choose(queue)}
          columns={[
            {
              id: 'queue',
              label: t('Queue'),
              cell: ({ queue }) => {
                const word = queueWord(queue)
                return word ? t(word) : queue
              },
            },
            { id: 'waiting', label: t('Due and waiting'), numeric: true, cell: ({ waiting }) => whole(waiting) },
            {
              id: 'oldest',
              label: t('Oldest'),
              numeric: true,
              cell: ({ waiting, oldest_s }) =>
                waiting === 0 ? (
                  '–'
                ) : (
                  <Badge tone={oldest_s >= OLD_S ? 'warn' : 'neutral'}>{duration(Math.round(oldest_s))}</Badge>
                ),
            },
            {
              id: 'failed',
              label: t('Given up in 24 hours'),
              numeric: true,
              cell: ({ failed }) =>
                failed === null ? '–' : failed > 0 ? <Badge tone="warn">{whole(failed)}</Badge> : whole(failed),
            },
          ]}
        />
      </Card>
      {chosen && <QueueItems key={chosen} queue={chosen satisfies QueueName} params={params} set={set} />}
    </div>
  )
}
