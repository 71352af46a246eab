import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import { Amount } from '#i18n/amount.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { Moment } from '#page/moment.tsx'
import { CostLines } from '#screens/usage/cost-lines.tsx'
import { STATUS_TONES, STATUS_WORDS } from '#traffic/status-words.ts'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './customers.module.css'
import { requestPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Props = { request: ShownRequest }
type Booking = ShownRequest['bookings'][number]
type Webhook = ShownRequest['webhooks'][number]

const NONE_WORDS: Record<NonNullable<ShownRequest['refund']['none']>, ConsoleKey> = {
  refunded: 'It was refunded.',
  running: 'The task has not ended yet. If it fails, it is refunded automatically.',
  free: 'There is nothing to refund: the call was free, or its price was returned when it failed.',
}

/** What it cost as the customer sees it, and the entries of the ledger. */
export function BookingsCard({ request: { call, bookings, refund } }: Props) {
  const t = useConsoleT()
  const { short } = useMoney()
  return (
    <Card title={t('Price and booking')}>
      <div className={styles.stack}>
        {call && <CostLines call={call} />}
        <p className={styles.soft}>
          {refund.none
            ? t(NONE_WORDS[refund.none])
            : t('{amount} can be refunded.', { amount: short(refund.left_micros) })}
        </p>
        {refund.done && (
          <p className={styles.quote}>
            <Moment at={refund.done.at} /> · {short(refund.done.amount_micros)} ·{' '}
            {refund.done.actor.replace(/^operator:/, '')} · {refund.done.reason}
          </p>
        )}
        {bookings.length > 0 && (
          <Table<Booking>
            label={t('Ledger entries')}
            rows={bookings}
            rowKey={({ id }) => id}
            columns={[
              { id: 'at', label: t('Date'), cell: ({ at }) => <Moment at={at} />, width: 180 },
              {
                id: 'kind',
                label: t('Type'),
                cell: ({ kind }) => t(kind === 'refund' ? 'Refunded' : 'Charged'),
                width: 110,
              },
              {
                id: 'entries',
                label: t('Entries'),
                sentence: true,
                cell: ({ entries }) => (
                  <span className={styles.who}>
                    {entries.map(({ account, amount_micros }) => (
                      <span key={account} className={styles.pair}>
                        <span>
                          <Breakable text={account} />
                        </span>
                        <span className={styles.value}>
                          <Amount micros={amount_micros} />
                        </span>
                      </span>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        )}
      </div>
    </Card>
  )
}

function stateOf({ sent_at, failed_at, waits_for_host }: Webhook): { label: ConsoleKey; tone: BadgeTone } {
  if (sent_at) return { label: 'Delivered', tone: 'good' }
  if (failed_at) return { label: 'Given up', tone: 'bad' }
  return waits_for_host ? { label: 'Waiting for its host', tone: 'warn' } : { label: 'On its way', tone: 'warn' }
}

/** Deliveries of a task and every try that failed; a call without any has no card. */
export function WebhooksCard({ request: { webhooks, webhook_errors } }: Props) {
  const t = useConsoleT()
  if (webhooks.length === 0 && webhook_errors.length === 0) return null
  return (
    <Card title={t('Webhooks')}>
      <div className={styles.stack}>
        {webhooks.map((webhook) => (
          <div key={webhook.kind} className={styles.who}>
            <span className={styles.line}>
              <strong>{webhook.kind}</strong>
              <Badge tone={stateOf(webhook).tone}>{t(stateOf(webhook).label)}</Badge>
              <Moment at={webhook.sent_at ?? webhook.failed_at ?? webhook.due_at} />
            </span>
            <span className={styles.soft}>
              {webhook.host} · {t('{count, plural, one {# attempt} other {# attempts}}', { count: webhook.tries })}
            </span>
            {webhook.last_error && <span className={styles.soft}>{webhook.last_error}</span>}
          </div>
        ))}
        {webhook_errors.length > 0 && (
          <Table<ShownRequest['webhook_errors'][number]>
            label={t('Failed attempts')}
            rows={webhook_errors}
            rowKey={({ id }) => id}
            columns={[
              { id: 'at', label: t('Date'), cell: ({ at }) => <Moment at={at} /> },
              { id: 'code', label: t('Code'), cell: ({ code, http_status }) => `${code} · ${http_status ?? '–'}` },
              { id: 'message', label: t('Response'), sentence: true, cell: ({ message }) => message },
            ]}
          />
        )}
      </div>
    </Card>
  )
}

/** Other calls of the same request, and later ones about the same task. */
export function RelatedCard({ request: { related } }: Props) {
  const t = useConsoleT()
  if (related.length === 0) return null
  return (
    <Card title={t('Of the same request or task')} flush>
      <Table<ShownRequest['related'][number]>
        label={t('Of the same request or task')}
        rows={related}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'path',
            label: t('Endpoint'),
            cell: ({ id, path, task_id }) => (
              <span className={styles.who}>
                <Link to={requestPath(id)}>
                  <Breakable text={path} />
                </Link>
                <span className={styles.soft}>{task_id}</span>
              </span>
            ),
          },
          { id: 'at', label: t('Date'), cell: ({ at }) => <Moment at={at} />, wideOnly: true },
          {
            id: 'status',
            label: t('Status'),
            cell: ({ status_code, status_class }) => (
              <Badge tone={STATUS_TONES[status_class]}>
                {status_code} {t(STATUS_WORDS[status_class])}
              </Badge>
            ),
          },
          { id: 'cost', label: t('Cost'), numeric: true, cell: ({ cost_micros }) => <Amount micros={cost_micros} /> },
        ]}
      />
    </Card>
  )
}
