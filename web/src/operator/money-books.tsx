import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Button } from '#ui/input/button.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useMay } from './me.ts'
import styles from './money.module.css'
import { ComparisonCard } from './money-comparison.tsx'
import { CUSTOMERS, customerPath, requestPath } from './paths.ts'
import { useConsoleT } from './texts.ts'

type Books = Output<typeof operator.books>
type Result = NonNullable<Books['result']>

const POLL_MS = 1000

/** The check of the books, its result, and where each discrepancy is looked into. */
export function BooksTab() {
  const t = useConsoleT()
  const may = useMay()
  const [isStarting, setStarting] = useState(false)
  const [run, setRun] = useState<string>()
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(['money', 'books', run], operator.books, run ? { run } : {}),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
  return (
    <>
      <Card
        title={t('Check of the books')}
        note={t('Calls, totals, ledger, balances and payments must agree to the last digit.')}
        actions={
          may('run_books') &&
          data?.state !== 'running' && (
            <Button size="small" tone="primary" onClick={() => setStarting(true)}>
              {t('Check now')}
            </Button>
          )
        }
      >
        {!data && (isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={3} />)}
        {data && <State books={data} />}
      </Card>
      <ComparisonCard />
      {isStarting && <StartDialog onStart={setRun} onClose={() => setStarting(false)} />}
    </>
  )
}

function State({ books: { state, result, progress, error, seconds } }: { books: Books }) {
  const t = useConsoleT()
  if (state === 'none') return <Empty title={t('Not checked yet')} />
  if (state === 'running')
    return (
      <p role="status">
        {progress?.day
          ? t('Checking {day}, day {done} of {days}', {
              day: progress.day,
              done: progress.days_done + 1,
              days: progress.days,
            })
          : t('Checking balances and payments')}
      </p>
    )
  if (!result) return <p role="alert">{t('The check failed: {error}', { error: error ?? '' })}</p>
  return <Found result={result} seconds={seconds} />
}

function Found({ result, seconds }: { result: Result; seconds: number }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const since = result.since === '1970-01-01' ? null : result.since
  return (
    <div className={styles.stack}>
      <p className={styles.line}>
        <Badge tone={result.balanced ? 'good' : 'bad'}>{result.balanced ? t('Balanced') : t('Not balanced')}</Badge>
        {t('{transactions} transactions and {accounts} accounts in {seconds} s', {
          transactions: whole(result.transactions),
          accounts: whole(result.accounts),
          seconds,
        })}
        {since && (
          <span className={styles.soft}>
            {t('Individual days since {day}, closed days before that', { day: since })}
          </span>
        )}
      </p>
      {result.discrepancies.length > 0 && (
        <ul className={styles.lines} aria-label={t('Discrepancies')}>
          {result.discrepancies.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the result does not change
            <li key={at} className={styles.who}>
              {text}
              <Way about={result.about[at]} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where to look: the way of the call, or the page of the customer. */
function Way({ about }: { about: Result['about'][number] | undefined }) {
  const t = useConsoleT()
  if (!about) return null
  const { request_id, customer_id, login } = about
  return (
    <span className={styles.line}>
      {request_id && <Link to={requestPath(request_id)}>{t('Path of the call')}</Link>}
      {about.payment && <Link to={`${CUSTOMERS}?q=${encodeURIComponent(about.payment)}`}>{about.payment}</Link>}
      {customer_id !== null && (
        <Link to={`${customerPath(customer_id)}${login ? `?${new URLSearchParams({ login })}` : ''}`}>
          {login ?? t('Customer')}
        </Link>
      )}
    </span>
  )
}

function StartDialog({ onStart, onClose }: { onStart: (run: string) => void; onClose: () => void }) {
  const t = useConsoleT()
  const [isFull, setFull] = useState(false)
  return (
    <ActionDialog
      title={t('Check of the books')}
      action={t('Check now')}
      effect={
        isFull
          ? t('Every day since the first booking is checked. This can take a long time.')
          : t('Days that are not closed yet are checked one by one, closed days by their totals.')
      }
      onClose={onClose}
      send={async (act) => {
        const { started, run } = await act(operator.startBooks, isFull ? { is_full: true } : {})
        onStart(run)
        return started ? t('The check has begun.') : t('Another check is in progress.')
      }}
    >
      {() => (
        <Checkbox
          label={t('Check all days again')}
          checked={isFull}
          onChange={(event) => setFull(event.currentTarget.checked)}
        />
      )}
    </ActionDialog>
  )
}
