import { operator } from '@portico/contract/operator.ts'
import type { QueueName } from '@portico/contract/operator-queues.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { type ConsoleKey, useConsoleT } from '../texts.ts'

/** What dropping means, by queue. */
const DROPS: Record<QueueName, ConsoleKey> = {
  tasks: 'The task fails, its price is refunded to the customer, and its webhooks are sent.',
  webhooks: 'The customer does not get this webhook. The result can still be fetched.',
  mail: 'The e-mail is not sent, and its text is deleted. This cannot be undone.',
  alerts: 'The customer does not get this message.',
  exports: 'The archive is not prepared. The customer can request another one.',
}

type Props = { queue: QueueName; is: 'retry' | 'drop'; ids: string[]; onClose: () => void }

export function QueueDialog({ queue, is, ids, onClose }: Props) {
  const t = useConsoleT()
  const count = ids.length
  return (
    <ActionDialog
      title={is === 'retry' ? t('Retry {count, plural, one {# item} other {# items}}', { count }) : t('Drop this item')}
      action={is === 'retry' ? t('Retry') : t('Drop')}
      tone={is === 'retry' ? 'primary' : 'danger'}
      effect={
        is === 'retry'
          ? t('{count, plural, one {# item is} other {# items are}} retried immediately.', { count })
          : t(DROPS[queue])
      }
      onClose={onClose}
      send={async (act) => {
        const { done } = await act(is === 'retry' ? operator.retryQueued : operator.dropQueued, { queue, ids })
        return done === count
          ? t('Done')
          : t('{done} of {count} could be changed. The others have ended or are being worked on.', { done, count })
      }}
    />
  )
}
