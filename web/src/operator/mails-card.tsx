import { operator } from '@portico/contract/operator.ts'
import type { CustomerMail } from '@portico/contract/operator-notes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './customers.module.css'
import { type ConsoleKey, useConsoleT } from './texts.ts'

const STATES: Record<CustomerMail['state'], { label: ConsoleKey; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not delivered', tone: 'bad' },
  bounced: { label: 'Bounced', tone: 'bad' },
}

/** What we wrote to the customer, each with its text as it was sent. */
export function MailsCard({ id }: { id: number }) {
  const t = useConsoleT()
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['customer-mails', id],
    queryFn: ({ pageParam, signal }) =>
      call(operator.customerMails, { id: String(id), ...(pageParam && { before: String(pageParam) }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ mails, more }) => (more ? mails.at(-1)?.id : undefined),
  })
  const mails = data?.pages.flatMap((page) => page.mails)
  return (
    <Card title={t('E-mails to the customer')} note={t('Links and codes are left out.')}>
      {!mails && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!mails && !isError && <SkeletonText lines={3} />}
      {mails?.length === 0 && <Empty title={t('No e-mails yet')} />}
      <ul className={styles.mails}>
        {mails?.map((mail) => (
          <li key={mail.id} className={styles.entry}>
            <Mail mail={mail} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
    </Card>
  )
}

function Mail({ mail: { to, template, state, at, error, subject, text } }: { mail: CustomerMail }) {
  const t = useConsoleT()
  const { label, tone } = STATES[state]
  const head = (
    <>
      <span className={styles.line}>
        <strong>{subject ?? template}</strong>
        <Badge tone={tone}>{t(label)}</Badge>
      </span>
      <span className={styles.line}>
        <Moment at={at} className={styles.soft} />
        <span className={styles.soft}>{to}</span>
        {error && <span className={styles.soft}>{error}</span>}
      </span>
    </>
  )
  if (text === null) return head
  return (
    <details>
      <summary className={styles.mail}>{head}</summary>
      <p className={styles.quote}>{text}</p>
    </details>
  )
}
