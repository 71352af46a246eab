import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { navigate } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { STATUS_TONES, STATUS_WORDS } from '#traffic/status-words.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './customers.module.css'
import { useMay } from './me.ts'
import { REQUEST, requestPath } from './paths.ts'
import { RequestActions } from './request-actions.tsx'
import { AdmissionCard, CallCard, MadeByCard, TimingCard } from './request-facts.tsx'
import { BookingsCard, RelatedCard, WebhooksCard } from './request-records.tsx'
import { AnswerCard, SentCard } from './request-texts.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Stored = Output<typeof operator.findRequest>['stored']

const FOUND_WORDS: Record<ShownRequest['found_by'], ConsoleKey> = {
  call: 'Found by the ID of the call',
  task: 'Found by the ID of its task',
  request: 'Found by the ID of its request',
  webhook: 'Found by a webhook that failed',
}

/** The way of one call, by any id that a customer can copy. */
export function RequestScreen({ id }: { id: string }) {
  const t = useConsoleT()
  const may = useMay()
  const typed = id.trim().toLowerCase()
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...query(['request', typed], operator.findRequest, { id: typed }),
    enabled: typed !== '' && may('see_customers'),
    retry: false,
  })
  if (!may('see_customers')) return <Empty icon="lock" title={t('Your role cannot see customers.')} />
  const wrong = error instanceof Problem ? error.fields.id : undefined
  return (
    <>
      <Head request={data?.request} />
      <FindForm key={typed} id={id} busy={isFetching} wrong={wrong} />
      {typed !== '' && !data && !wrong && (
        <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={9} />}</Card>
      )}
      {data?.request && <Way request={data.request} stored={data.stored} />}
      {data && !data.request && <Unknown stored={data.stored} />}
    </>
  )
}

function Head({ request }: { request: ShownRequest | null | undefined }) {
  const t = useConsoleT()
  if (!request) return <PageHeader title={t('Request')} />
  const status_class = request.call?.status_class ?? request.error?.class ?? 'server'
  const code = request.call?.status_code ?? request.error?.code
  return (
    <PageHeader
      title={t('Request')}
      aside={
        <Badge tone={STATUS_TONES[status_class]}>
          {code} {t(STATUS_WORDS[status_class])}
        </Badge>
      }
      note={t(FOUND_WORDS[request.found_by])}
      actions={<RequestActions request={request} />}
    />
  )
}

function FindForm({ id, busy, wrong }: { id: string; busy: boolean; wrong: string | undefined }) {
  const t = useConsoleT()
  const input = useRef<HTMLInputElement>(null)
  // The address holds what was searched for, also after going back.
  useEffect(() => {
    if (input.current) input.current.value = id
  }, [id])
  function find(event: FormEvent) {
    event.preventDefault()
    const next = input.current?.value.trim() ?? ''
    navigate(next === '' ? REQUEST : requestPath(next))
  }
  return (
    <form onSubmit={find} className={styles.search}>
      <Field
        ref={input}
        type="search"
        icon="search"
        label={t('Find a request')}
        hint={t('ID of a request, a task, a call or a failed webhook')}
        error={wrong === undefined ? undefined : t('This is not the ID of a request or a task.')}
        defaultValue={id}
        maxLength={60}
        autoComplete="off"
        autoFocus={id === ''}
      />
      <Button type="submit" tone="primary" busy={busy}>
        {t('Search')}
      </Button>
    </form>
  )
}

function Way({ request, stored }: { request: ShownRequest; stored: Stored }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <CallCard request={request} />
        <BookingsCard request={request} />
        <SentCard request={request} stored={stored} />
        <AnswerCard request={request} />
        <WebhooksCard request={request} />
        <RelatedCard request={request} />
      </div>
      <div className={styles.column}>
        <MadeByCard request={request} />
        <AdmissionCard request={request} />
        <TimingCard request={request} />
      </div>
    </div>
  )
}

/** Lists where it was looked for, since an id may be older than what is stored. */
function Unknown({ stored }: { stored: Stored }) {
  const t = useConsoleT()
  return (
    <Card title={t('No call has this ID')}>
      <div className={styles.stack}>
        <p>{t('Searched here:')}</p>
        <ul className={styles.list}>
          <li>{t('calls of all customers, live and sandbox: stored permanently')}</li>
          <li>{t('tasks and their webhooks: stored for {days} days', { days: stored.tasks_days })}</li>
          <li>{t('refused calls and failed webhooks: stored for {days} days', { days: stored.errors_days })}</li>
        </ul>
        <p>
          {t(
            'Calls with a wrong login belong to no customer and are not recorded. If many identical calls are refused, only some of them are stored.',
          )}
        </p>
      </div>
    </Card>
  )
}
