import { type AlertDelivery, type AlertWebhook, alerting } from '@portico/contract/alerts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Moment } from '#page/moment.tsx'
import { useTimes } from '#page/times.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { alertWebhookQuery } from './alert-webhook-query.ts'
import { answerOf, KIND_WORDS } from './delivery-words.ts'
import styles from './settings.module.css'

const FIRST = 5

/** The messages sent to the address, newest first, with their results. */
export function AlertWebhookLog({ webhook: { url, deliveries } }: { webhook: AlertWebhook }) {
  const { t } = useI18n()
  const { zoneWord } = useTimes()
  const [isWhole, setWhole] = useState(false)
  const again = useReplay()
  const moment = (at: string) => <Moment at={at} style="full" className={styles.moment} />
  const columns: Column<AlertDelivery>[] = [
    {
      id: 'kind',
      label: t('Alert'),
      lead: true,
      cell: ({ kind, is_replay, sent_to }) => (
        <span className={styles.reply}>
          {t(KIND_WORDS[kind])}
          {is_replay && <Badge>{t('resent')}</Badge>}
          {sent_to && (
            <span className={styles.sentTo}>
              <Breakable text={sent_to} />
            </span>
          )}
        </span>
      ),
    },
    { id: 'when', label: t('When ({zone})', { zone: zoneWord }), cell: ({ at }) => moment(at) },
    { id: 'answer', label: t('Response'), cell: (row) => <Answer row={row} /> },
    { id: 'tries', label: t('Attempts'), numeric: true, cell: ({ tries }) => tries },
    { id: 'next', label: t('Next attempt'), cell: nextTry },
    ...(url === null ? [] : [sendAgain()]),
  ]
  function nextTry({ state, tries, next_try_at }: AlertDelivery) {
    if (state === 'failed') return t('No more attempts')
    return tries > 0 && next_try_at ? moment(next_try_at) : '–'
  }
  function sendAgain(): Column<AlertDelivery> {
    return {
      id: 'again',
      label: t('Resend'),
      cell: ({ id, state, tries }) =>
        (state !== 'waiting' || tries > 0) && (
          <IconButton
            size="small"
            icon="repeat"
            label={t('Resend')}
            disabled={again.isPending}
            onClick={() => again.mutate(id)}
          />
        ),
    }
  }
  if (deliveries.length === 0) return <p className={styles.note}>{t('Nothing has been sent yet.')}</p>
  return (
    <div className={styles.log}>
      <Table
        label={t('Messages sent to the webhook')}
        columns={columns}
        rows={isWhole ? deliveries : deliveries.slice(0, FIRST)}
        rowKey={({ id }) => String(id)}
        footer={
          !isWhole &&
          deliveries.length > FIRST && (
            <Button size="small" tone="quiet" iconEnd="chevron-down" onClick={() => setWhole(true)}>
              {t('Show all')}
            </Button>
          )
        }
      />
    </div>
  )
}

function Answer({ row }: { row: AlertDelivery }) {
  const { t } = useI18n()
  const { tone, code, words } = answerOf(row)
  if (!words) return <Badge tone={tone}>{code}</Badge>
  return (
    <span className={styles.reply}>
      <Badge tone={tone}>{t(words)}</Badge>
      {code && <code className={styles.code}>{code}</code>}
    </span>
  )
}

function useReplay() {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => call(alerting.replayAlert, { id }),
    onSuccess: (webhook) => {
      client.setQueryData(alertWebhookQuery.queryKey, webhook)
      toast.good('The message is being resent.')
    },
    onError: toast.problem,
  })
}
