import { operator } from '@portico/contract/operator.ts'
import type { OperatorDelivery } from '@portico/contract/operator-webhooks.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'
import { Moment } from '#page/moment.tsx'
import { answerOf } from '#screens/settings/delivery-words.ts'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { wordOf } from './event-words.ts'
import { useMay } from './me.ts'
import { customerPath, webhookPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'
import styles from './webhooks.module.css'

const STATES = ['all', 'waiting', 'sent', 'failed'] as const
type State = (typeof STATES)[number]
const STATE_WORDS: Record<State, ConsoleKey> = { all: 'All', waiting: 'Waiting', sent: 'Delivered', failed: 'Failed' }
const readParams = searchParams({ show: oneOf(STATES, 'all') })
const PAGE = 50
const REFRESH_MS = 5000

/** Messages of one webhook with what its endpoint answered; the address holds the filter. */
export function WebhookLog({ name, search }: { name: string; search: string }) {
  const t = useConsoleT()
  const [again, setAgain] = useState<OperatorDelivery>()
  const { show: state } = readParams(search)
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['operator-deliveries', name, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        operator.listDeliveries,
        { name, limit: String(PAGE), ...(state !== 'all' && { state }), ...(pageParam && { before: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ deliveries }) => (deliveries.length < PAGE ? undefined : String(deliveries.at(-1)?.id)),
    refetchInterval: REFRESH_MS,
  })
  const choose = (next: string) =>
    navigate(next === 'all' ? webhookPath(name) : `${webhookPath(name)}?show=${next}`, { replace: true })
  return (
    <Card
      title={t('Deliveries')}
      flush
      actions={
        <Select
          label={t('Show')}
          hideLabel
          noMessage
          size="small"
          value={state}
          options={STATES.map((one) => ({ value: one, label: t(STATE_WORDS[one]) }))}
          onChange={(event) => choose(event.target.value)}
        />
      }
    >
      <Table<OperatorDelivery>
        label={t('Deliveries')}
        rows={data?.pages.flatMap(({ deliveries }) => deliveries)}
        rowKey={({ id }) => String(id)}
        skeletonRows={4}
        error={isError && !data}
        onRetry={refetch}
        empty={<Empty title={t('Nothing has been sent yet.')} />}
        {...(state !== 'all' && { onClearFilters: () => choose('all') })}
        detail={(row) => <Message row={row} onAgain={() => setAgain(row)} />}
        columns={[
          { id: 'event', label: t('Event'), lead: true, cell: (row) => <Event row={row} /> },
          { id: 'when', label: t('When'), width: 200, cell: ({ at }) => <Moment at={at} /> },
          { id: 'answer', label: t('Response'), width: 180, cell: (row) => <Answer row={row} /> },
          { id: 'tries', label: t('Attempts'), numeric: true, width: 110, cell: ({ tries }) => tries },
          {
            id: 'next',
            label: t('Next attempt'),
            width: 190,
            cell: ({ tries, next_try_at }) => (tries > 0 && next_try_at ? <Moment at={next_try_at} /> : '–'),
          },
        ]}
        footer={
          hasNextPage && (
            <Button busy={isFetching} onClick={() => fetchNextPage()}>
              {t('Load more')}
            </Button>
          )
        }
      />
      {again && <Again row={again} onClose={() => setAgain(undefined)} />}
    </Card>
  )
}

function Event({ row: { type, is_replay } }: { row: OperatorDelivery }) {
  const t = useConsoleT()
  const word = wordOf(type)
  return (
    <span className={styles.line}>
      {word ? t(word) : type}
      {is_replay && <Badge>{t('resent')}</Badge>}
    </span>
  )
}

function Answer({ row }: { row: OperatorDelivery }) {
  const t = useConsoleT()
  const { tone, code, words } = answerOf(row)
  return <Badge tone={tone}>{words ? t(words) : code}</Badge>
}

/** What was sent, and what came back. */
function Message({ row, onAgain }: { row: OperatorDelivery; onAgain: () => void }) {
  const t = useConsoleT()
  const may = useMay()
  const { type, event_id, customer_id, answer, body, state, tries } = row
  return (
    <div className={styles.column}>
      <KeyValues
        dense
        items={[
          { key: 'type', label: t('Type'), value: <code>{type}</code> },
          { key: 'id', label: 'webhook-id', value: <code>{event_id}</code> },
          ...(customer_id === null
            ? []
            : [
                {
                  key: 'customer',
                  label: t('Customer'),
                  value: <Link to={customerPath(customer_id)}>{String(customer_id)}</Link>,
                },
              ]),
          { key: 'answer', label: t('Response from the endpoint'), value: answer || '–' },
        ]}
      />
      <CodeView label={t('Message')} language="json" code={JSON.stringify(JSON.parse(body), null, 2)} />
      {may('manage_webhooks') && (state !== 'waiting' || tries > 0) && (
        <div className={styles.actions}>
          <Button size="small" onClick={onAgain}>
            {t('Resend')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Again({ row: { id, event_id }, onClose }: { row: OperatorDelivery; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      action={t('Resend')}
      effect={t('The same message is sent once more under the same ID, {id}.', { id: event_id })}
      onClose={onClose}
      send={async (act) => {
        await act(operator.replayDelivery, { id })
        return t('The message is being resent.')
      }}
    />
  )
}
