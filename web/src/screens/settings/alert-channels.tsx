import { type AlertChannel, alertChannels } from '@portico/contract/alert-channels.ts'
import type { AlertDelivery } from '@portico/contract/alerts.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { Confirm } from '#forms/confirm.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { classNames } from '#ui/class-names.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { APP_NAMES, ChannelDialog } from './channel-dialog.tsx'
import { answerOf, KIND_WORDS } from './delivery-words.ts'
import styles from './settings.module.css'

type List = { channels: AlertChannel[] }
const LOOK_MS = 2000

/** Looks again as long as something is on its way for the first time. */
const channelsQuery = queryOptions({
  ...query(['alert-channels'], alertChannels.getChannels, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state: { data } }) => (data?.channels.some(isUnderWay) ? LOOK_MS : false),
})

function isUnderWay({ deliveries }: AlertChannel): boolean {
  return deliveries.some(({ state, failure }) => state === 'waiting' && failure === null)
}

/** The same alerts in the channels where a team talks. */
export function AlertChannels() {
  const t = useT()
  const client = useQueryClient()
  const toast = useToast()
  const { data, isError, isFetching, refetch } = useQuery(channelsQuery)
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<AlertChannel>()
  const know = (list: List, done: MessageKey) => {
    client.setQueryData(channelsQuery.queryKey, list)
    toast.good(done)
  }
  const remove = useMutation({
    mutationFn: (id: number) => call(alertChannels.removeChannel, { id }),
    onSuccess: (list) => know(list, 'The channel was removed.'),
    onError: toast.problem,
  })
  const test = useMutation({
    mutationFn: (id: number) => call(alertChannels.testChannel, { id }),
    onSuccess: (list) => know(list, 'The test message is being sent.'),
    onError: toast.problem,
  })
  const retry = useMutation({
    mutationFn: (id: number) => call(alertChannels.retryDelivery, { id }),
    onSuccess: (list) => know(list, 'The message is being resent.'),
    onError: toast.problem,
  })
  return (
    <Card
      id="alert-channels"
      title={t('Alerts in Slack and Teams')}
      note={t('Alerts for all logins of the account, sent to your channels.')}
      className={cards.card}
      actions={
        <Button size="small" icon="plus" onClick={() => setAdding(true)}>
          {t('Add a channel')}
        </Button>
      }
    >
      <div className={styles.stack}>
        {!data && (isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={2} />)}
        {data?.channels.length === 0 && <p className={styles.note}>{t('None yet.')}</p>}
        <ul className={styles.limits}>
          {data?.channels.map((channel) => (
            <li key={channel.id} className={classNames(styles.limit, styles.channel)}>
              <div className={styles.stack}>
                <span className={styles.reply}>
                  <strong>{channel.name}</strong>
                  <Badge>{APP_NAMES[channel.app]}</Badge>
                  <span className={styles.note}>{channel.host}</span>
                </span>
                <LastDelivery row={channel.deliveries[0]} busy={retry.isPending} onRetry={retry.mutate} />
              </div>
              <span className={styles.limitActions}>
                <Button
                  size="small"
                  icon="bolt"
                  busy={test.isPending && test.variables === channel.id}
                  onClick={() => test.mutate(channel.id)}
                >
                  {t('Send test')}
                </Button>
                <IconButton
                  icon="trash"
                  size="small"
                  label={t('Remove the channel {name}', { name: channel.name })}
                  onClick={() => setLeaving(channel)}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
      {isAdding && (
        <ChannelDialog onAdded={(list) => know(list, 'The channel was added.')} onClose={() => setAdding(false)} />
      )}
      {leaving && (
        <Confirm
          title={t('Remove the channel {name}?', { name: leaving.name })}
          action={t('Remove')}
          busy={remove.isPending}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => remove.mutate(leaving.id, { onSettled: () => setLeaving(undefined) })}
        >
          <p>{t('Alerts no longer arrive there. E-mail, the bell and other channels stay as they are.')}</p>
        </Confirm>
      )}
    </Card>
  )
}

type LastDeliveryProps = { row: AlertDelivery | undefined; busy: boolean; onRetry: (id: number) => void }

/** The newest message and what became of it; one that was given up can be sent once more. */
function LastDelivery({ row, busy, onRetry }: LastDeliveryProps) {
  const t = useT()
  if (!row) return <span className={styles.note}>{t('Nothing has been sent yet.')}</span>
  const { tone, code, words } = answerOf(row)
  return (
    <span className={styles.reply}>
      <Badge tone={tone}>{words ? t(words) : code}</Badge>
      <span className={styles.note}>
        {t(KIND_WORDS[row.kind])} · <Moment at={row.at} style="full" className={styles.moment} />
      </span>
      {row.state === 'waiting' && row.tries > 0 && row.next_try_at && (
        <span className={styles.note}>
          {t('Next attempt')}: <Moment at={row.next_try_at} style="full" className={styles.moment} />
        </span>
      )}
      {row.state === 'failed' && (
        <Button size="small" icon="repeat" busy={busy} onClick={() => onRetry(row.id)}>
          {t('Resend')}
        </Button>
      )}
    </span>
  )
}
