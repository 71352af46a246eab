import { operator } from '@portico/contract/operator.ts'
import type { UploadReport } from '@portico/contract/operator-uploads.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { UsersList } from './catalogue-function.tsx'
import { TryCard } from './catalogue-try.tsx'
import { ActivateDialog, UploadDialog } from './catalogue-upload-dialogs.tsx'
import { fileNames, UploadState } from './catalogue-upload-state.tsx'
import styles from './customers.module.css'
import { FirstTen } from './first-ten.tsx'
import { LeftOutCard } from './left-out-card.tsx'
import { useMay } from './me.ts'
import { UPLOADS } from './paths.ts'
import { useConsoleT } from './texts.ts'

/** What an upload would change compared with what is sold now, and who would notice. */
export function UploadReportView({ id }: { id: number }) {
  const t = useConsoleT()
  const may = useMay()
  const [open, setOpen] = useState<'add' | 'activate'>()
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...query(['catalogue-upload', id], operator.showUpload, { id }),
    retry: false,
  })
  const refusal = error instanceof Problem ? Object.values(error.fields)[0] : undefined
  const back = (
    <Link to={UPLOADS} className={buttonClass({})}>
      {t('All uploads')}
    </Link>
  )
  if (refusal) return <Empty icon="search" title={refusal} action={back} />
  if (!data)
    return <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={9} />}</Card>
  const { upload, report } = data
  const close = () => setOpen(undefined)
  return (
    <div className={styles.column}>
      <Card
        title={
          <span className={styles.line}>
            #{upload.id} <UploadState state={upload.state} />
          </span>
        }
        note={fileNames(upload)}
        footer={
          <span className={styles.actions}>
            {may('change_catalogue') && upload.state !== 'in force' && (
              <Button tone="primary" onClick={() => setOpen('activate')}>
                {t('Activate #{id}', { id })}
              </Button>
            )}
            {may('change_catalogue') && <Button onClick={() => setOpen('add')}>{t('Add another file')}</Button>}
            {back}
          </span>
        }
      >
        <div className={styles.stack}>
          <p>
            {upload.reason} · {upload.created_by} · <Moment at={upload.created_at} />
          </p>
          <Counts report={report} />
        </div>
      </Card>
      <BrokenCard report={report} />
      <DiffCard report={report} />
      <LeftOutCard left_out={report.left_out} />
      {may('change_catalogue') && <TryCard id={id} report={report} />}
      {open === 'activate' && <ActivateDialog id={id} onClose={close} />}
      {open === 'add' && <UploadDialog onto={id} onClose={close} />}
    </div>
  )
}

function Counts({ report: { added, removed, changed, broken } }: { report: UploadReport }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const facts = [
    [t('Added'), added.length],
    [t('Removed'), removed.length],
    [t('Changed'), changed.length],
    [t('Functions in use that break'), broken.length],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{whole(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function BrokenCard({ report: { broken } }: { report: UploadReport }) {
  const t = useConsoleT()
  if (broken.length === 0) return null
  return (
    <Card
      title={t('Who is affected')}
      note={t('Customers who, in the last 30 days, called something that is removed or becomes stricter.')}
    >
      <div className={styles.stack}>
        {broken.map((one) => (
          <div key={one.function} className={styles.stack}>
            <strong className={styles.operationId}>
              <Breakable text={one.function} /> ·{' '}
              {t('{count, plural, one {# customer} other {# customers}}', { count: one.customers })}
            </strong>
            {one.top && <UsersList users={one.top} />}
          </div>
        ))}
      </div>
    </Card>
  )
}

function DiffCard({ report: { added, removed, changed, idle_actions } }: { report: UploadReport }) {
  const t = useConsoleT()
  const is_same = added.length + removed.length + changed.length === 0
  return (
    <Card title={t('Compared with what is sold now')}>
      {is_same && <Empty title={t('No changes.')} />}
      <div className={styles.groups}>
        <FirstTen
          title={<Badge tone="bad">{t('Removed')}</Badge>}
          parts={removed}
          draw={({ id }) => <Line key={id} id={id} />}
        />
        <FirstTen
          title={<Badge tone="accent">{t('Changed')}</Badge>}
          parts={changed}
          draw={({ id, parts }) => (
            <li key={id} className={styles.entry}>
              <strong className={styles.operationId}>
                <Breakable text={id} />
              </strong>
              {parts.map(({ what, before, after, is_breaking }) => (
                <span key={what} className={styles.line}>
                  <code>{what}</code>
                  {is_breaking && <Badge tone="bad">{t('Breaks requests')}</Badge>}
                  <span>
                    {before ?? '–'} → {after ?? '–'}
                  </span>
                </span>
              ))}
            </li>
          )}
        />
        {[true, false].map((sold) => (
          <FirstTen
            key={String(sold)}
            title={
              <>
                <Badge tone="good">{t('Added')}</Badge>
                {!sold && <Badge tone="warn">{t('Without a price, not sold')}</Badge>}
              </>
            }
            parts={added.filter(({ is_sold }) => is_sold === sold)}
            draw={({ id }) => <Line key={id} id={id} />}
          />
        ))}
        <FirstTen
          title={<Badge tone="warn">{t('Matches nothing')}</Badge>}
          parts={idle_actions}
          draw={({ where, target }) => <Line key={`${where} ${target}`} id={target} />}
        />
      </div>
    </Card>
  )
}

function Line({ id }: { id: string }) {
  return (
    <li className={styles.entry}>
      <strong className={styles.operationId}>
        <Breakable text={id} />
      </strong>
    </li>
  )
}
