import type { TaskDetail } from '@portico/contract/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { CUT_AT } from '#session/cut-note.ts'
import { Badge } from '#ui/badge.tsx'
import { Breakable } from '#ui/breakable.tsx'
import { buttonClass } from '#ui/button.tsx'
import { CodeView } from '#ui/code-view.tsx'
import { CopyField } from '#ui/copy.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { CostLines } from './cost-lines.tsx'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'
import { taskQuery } from './usage-queries.ts'
import type { Usage } from './use-usage.ts'
import { METHOD_WORDS, priorityWord, STATUS_TONES, STATUS_WORDS } from './words.ts'

/** One call: what was asked, what came back, what it cost. Its id is in the address, so that it can be passed on. */
export function TaskDrawer({ usage, id }: { usage: Usage; id: string }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(taskQuery(usage.filter.scope, id))
  const try_it = data?.playground && (
    <Link to={playgroundOf(data.playground, data)} className={buttonClass({ tone: 'primary' })}>
      {t('Open in Playground')}
    </Link>
  )
  return (
    <Drawer
      open
      width={600}
      title={data?.title ?? t('Call')}
      onClose={() => usage.change({ call: undefined })}
      footer={try_it}
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={8} />}
      {data && <Detail call={data} />}
    </Drawer>
  )
}

function playgroundOf(section: string, { task_id, id }: TaskDetail): string {
  const path = paths.apiPlaygroundSection.replace(':section', encodeURIComponent(section))
  return `${path}?from=${encodeURIComponent(task_id ?? id)}`
}

function Detail({ call }: { call: TaskDetail }) {
  const t = useT()
  return (
    <div className={styles.detail}>
      <div className={styles.detailIds}>
        {call.task_id && <CopyField label={t('Task id')} value={call.task_id} />}
        <CopyField label={t('Call id')} value={call.id} />
      </div>
      <Answered call={call} />
      <section className={styles.detailPart}>
        <h3 className={styles.detailTitle}>{t('Cost')}</h3>
        <CostLines call={call} />
      </section>
      <section className={styles.detailPart}>
        {call.request === null ? (
          <>
            <h3 className={styles.detailTitle}>{t('Request')}</h3>
            <p className={styles.none}>{t('What was asked is kept for 30 days. It is no longer here.')}</p>
          </>
        ) : (
          <CodeView language="json" label={t('Request')} code={JSON.stringify(call.request, null, 2)} />
        )}
        {call.request_cut_at !== null && <p className={styles.none}>{t(CUT_AT, { count: call.request_cut_at })}</p>}
      </section>
    </div>
  )
}

function Answered({ call }: { call: TaskDetail }) {
  const t = useT()
  const { whole, duration, fullMoment } = useFormats()
  const { status_code, status_class, request_calls } = call
  return (
    <KeyValues
      dense
      items={[
        { key: 'time', label: t('When'), value: fullMoment(call.at) },
        {
          key: 'status',
          label: t('Status'),
          value: (
            <Badge tone={STATUS_TONES[status_class]}>
              {status_code} {t(STATUS_WORDS[status_class])}
            </Badge>
          ),
        },
        ...(call.message ? [{ key: 'message', label: t('Answer'), value: call.message }] : []),
        {
          key: 'path',
          label: t('Endpoint'),
          value: (
            <code className={styles.path}>
              <Breakable text={call.path} />
            </code>
          ),
        },
        {
          key: 'method',
          label: t('Method'),
          value: `${t(METHOD_WORDS[call.method])} · ${t(priorityWord(call.priority))}`,
        },
        ...(request_calls > 1
          ? [
              {
                key: 'together',
                label: t('Sent together'),
                value: t('{count, plural, one {# task in one request} other {# tasks in one request}}', {
                  count: request_calls,
                }),
              },
            ]
          : []),
        ...(status_class === 'queued' ? [] : [{ key: 'results', label: t('Results'), value: whole(call.results) }]),
        ...timesOf(call).map(({ label, ms }) => ({ key: label, label: t(label), value: duration(ms) })),
        ...(call.finished_at ? [{ key: 'finished', label: t('Finished'), value: fullMoment(call.finished_at) }] : []),
        { key: 'http', label: t('HTTP status'), value: String(call.http_status) },
        ...(call.tag ? [{ key: 'tag', label: t('Tag'), value: <Breakable text={call.tag} /> }] : []),
        { key: 'login', label: t('API login'), value: <Breakable text={call.login} /> },
        { key: 'ip', label: t('IP address'), value: <Breakable text={call.ip} /> },
      ]}
    />
  )
}

/** A task waits and then runs; everything else takes one time. What is still queued has none yet. */
function timesOf({ status_class, time_ms, queue_ms, run_ms }: TaskDetail): { label: MessageKey; ms: number }[] {
  if (status_class === 'queued') return []
  if (queue_ms === null || run_ms === null) return [{ label: 'Time', ms: time_ms }]
  return [
    { label: 'In queue', ms: queue_ms },
    { label: 'Run time', ms: run_ms },
  ]
}
