import type { TaskDetail } from '@portico/contract/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { curlOf } from '#code-samples/past-call.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { pastCallAddress } from '#lib/playground-address.ts'
import { titleIn } from '#page/titles.ts'
import parts from '#traffic/call-parts.module.css'
import { CUT_AT } from '#traffic/cut-note.ts'
import { STATUS_TONES, STATUS_WORDS } from '#traffic/status-words.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { CopyAs } from '#ui/show/copy-as.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { CostLines } from './cost-lines.tsx'
import { useFormats } from './formats.ts'
import { TaskSteps } from './task-steps.tsx'
import styles from './usage.module.css'
import { taskQuery } from './usage-queries.ts'
import type { Usage } from './use-usage.ts'
import { METHOD_WORDS, priorityWord } from './words.ts'

/** One call: request, reply and cost. Its id is in the address, so that it can be shared. */
export function TaskDrawer({ usage, id }: { usage: Usage; id: string }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(taskQuery(usage.filter.scope, id))
  return (
    <Drawer
      open
      width={600}
      title={data ? titleIn(t, data.title) : t('Task method')}
      onClose={() => usage.change({ call: undefined })}
      actions={<TaskSteps usage={usage} id={id} />}
      footer={data && <Actions call={data} />}
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={8} />}
      {data && <Detail usage={usage} call={data} />}
    </Drawer>
  )
}

function Actions({ call }: { call: TaskDetail }) {
  const t = useT()
  return (
    <div className={styles.drawerActions}>
      {call.request !== null && call.request_cut_at === null && (
        <CopyAs text={curlOf(call)} label={t('Copy as cURL')} />
      )}
      {call.playground && (
        <Link to={pastCallAddress(call.playground, call.id)} className={buttonClass({ tone: 'primary' })}>
          {t('Open in Playground')}
        </Link>
      )}
    </div>
  )
}

const loadAnswer = async () => (await import('#traffic/answers/answer-section.tsx')).AnswerSection

type DetailProps = { usage: Usage; call: TaskDetail }

function Detail({ usage, call }: DetailProps) {
  const t = useT()
  return (
    <div className={parts.detail}>
      <div className={styles.detailIds}>
        {call.task_id && <CopyField label={t('Task ID')} value={call.task_id} />}
        <CopyField label={t('Request ID')} value={call.request_id} />
      </div>
      <Answered usage={usage} call={call} />
      <section className={parts.detailPart}>
        <h3 className={styles.detailTitle}>{t('Cost')}</h3>
        <CostLines call={call} />
      </section>
      <section className={parts.detailPart}>
        {call.request === null ? (
          <>
            <h3 className={styles.detailTitle}>{t('Request')}</h3>
            <p className={styles.none}>{t('Request bodies are kept for a limited time. This one has expired.')}</p>
          </>
        ) : (
          <CodeView language="json" label={t('Request')} code={JSON.stringify(call.request, null, 2)} />
        )}
        {call.request_cut_at !== null && <p className={styles.none}>{t(CUT_AT, { count: call.request_cut_at })}</p>}
      </section>
      <Lazy
        load={loadAnswer}
        props={{ screen: 'usage', scope: usage.filter.scope, id: call.id }}
        waiting={<SkeletonText lines={3} />}
      />
    </div>
  )
}

/** Shows only what has the same value. */
function Same({ usage, filter, value }: { usage: Usage; filter: 'tag' | 'login' | 'ip' | 'function'; value: string }) {
  const t = useT()
  return (
    <button
      type="button"
      className={styles.filterLink}
      title={t('Show only these')}
      onClick={() => usage.change({ [filter]: value, call: undefined })}
    >
      <Breakable text={value} />
    </button>
  )
}

function Answered({ usage, call }: DetailProps) {
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
        ...(call.count > 1
          ? [
              {
                key: 'count',
                label: t('Repeated'),
                value: t('{count} of this kind within a short time; the newest is shown', { count: whole(call.count) }),
              },
            ]
          : []),
        ...(call.message ? [{ key: 'message', label: t('Response'), value: call.message }] : []),
        {
          key: 'path',
          label: t('Endpoint'),
          value: (
            <code className={styles.path}>
              <Breakable text={`${call.http_method} ${call.path}`} />
            </code>
          ),
        },
        {
          key: 'function',
          label: t('Function'),
          value: <Same usage={usage} filter="function" value={call.function} />,
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
                label: t('Batch'),
                value: t('{count, plural, one {# task} other {# tasks}}', {
                  count: request_calls,
                }),
              },
            ]
          : []),
        ...(status_class === 'queued' ? [] : [{ key: 'results', label: t('Results'), value: whole(call.results) }]),
        ...timesOf(call).map(({ label, ms }) => ({ key: label, label: t(label), value: duration(ms) })),
        ...(call.finished_at ? [{ key: 'finished', label: t('Finished'), value: fullMoment(call.finished_at) }] : []),
        { key: 'http', label: t('HTTP status'), value: String(call.http_status) },
        ...(call.tag
          ? [{ key: 'tag', label: t('Tag'), value: <Same usage={usage} filter="tag" value={call.tag} /> }]
          : []),
        { key: 'login', label: t('API login'), value: <Same usage={usage} filter="login" value={call.login} /> },
        ...(call.ip
          ? [{ key: 'ip', label: t('IP address'), value: <Same usage={usage} filter="ip" value={call.ip} /> }]
          : []),
      ]}
    />
  )
}

/** A task waits and then runs; everything else takes one time. What is still queued has none yet. */
function timesOf({ status_class, time_ms, queue_ms, run_ms }: TaskDetail): { label: MessageKey; ms: number }[] {
  if (status_class === 'queued') return []
  if (queue_ms === null || run_ms === null) return [{ label: 'Duration', ms: time_ms }]
  return [
    { label: 'In queue', ms: queue_ms },
    { label: 'Run time', ms: run_ms },
  ]
}
