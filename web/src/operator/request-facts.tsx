import type { ErrorDetail } from '@portico/contract/errors.ts'
import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import type { ReactNode } from 'react'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { Moment } from '#page/moment.tsx'
import { explain, explainWebhook } from '#screens/errors/code-texts.ts'
import { EXPLANATION_VALUES, type Explanation } from '#screens/errors/explanation.ts'
import { byReason, refusalReason, refusalScope } from '#screens/errors/words.ts'
import { useFormats } from '#screens/usage/formats.ts'
import { METHOD_WORDS, priorityWord } from '#screens/usage/words.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { type KeyValue, KeyValues } from '#ui/show/key-values.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './customers.module.css'
import { customerPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Props = { request: ShownRequest }

/** A line, or none where nothing is known. */
function line(key: string, label: string, value: ReactNode): KeyValue[] {
  return value === null || value === undefined || value === '' ? [] : [{ key, label, value }]
}

/** What was called and what came of it, with the explanation that the customer reads. */
export function CallCard({ request: { call, error } }: Props) {
  const t = useConsoleT()
  const { fullMoment, whole } = useFormats()
  const about = call ?? error
  if (!about) return null
  const explanation = error && explanationOf(error)
  const message = call?.message ?? error?.message
  return (
    <Card title={t('Call')}>
      <div className={styles.stack}>
        <CopyField label={t('Request ID')} value={about.request_id ?? about.id} />
        {about.task_id && <CopyField label={t('Task ID')} value={about.task_id} />}
        <KeyValues
          dense
          items={[
            ...line('time', t('When'), fullMoment(about.at)),
            ...line('path', t('Endpoint'), <Breakable text={`${about.http_method} ${about.path}`} />),
            ...line('function', t('Function'), about.function),
            ...line(
              'method',
              t('Method'),
              call && `${t(METHOD_WORDS[call.method])} · ${t(priorityWord(call.priority))}`,
            ),
            ...line('environment', t('Environment'), about.is_sandbox ? t('Sandbox (free)') : t('Live (charged)')),
            ...line('http', t('HTTP status'), about.http_status),
            ...line('message', t('Response'), message),
            ...line('results', t('Results'), call && call.status_class !== 'queued' ? whole(call.results) : null),
            ...line('tag', t('Tag'), call?.tag),
            ...line(
              'count',
              t('Repeated'),
              about.count > 1
                ? t('{count} of this kind within a short time; the newest is shown', { count: whole(about.count) })
                : null,
            ),
            ...line('why', t('Why'), explanation && t(explanation.cause, EXPLANATION_VALUES)),
            ...line('fix', t('What to do'), explanation && t(explanation.fix, EXPLANATION_VALUES)),
          ]}
        />
      </div>
    </Card>
  )
}

function explanationOf({ kind, code, http_status, refusal }: ErrorDetail): Explanation {
  if (kind === 'webhook') return explainWebhook(code, http_status)
  return { ...explain(code), ...(refusal && byReason(refusal.reason)) }
}

const SECRET_WORDS: Record<'agent' | 'key', ConsoleKey> = { agent: 'Agent login', key: 'API key' }
const VIA_WORDS: Record<'playground' | 'agent', ConsoleKey> = { playground: 'Playground', agent: 'Agent login' }

/** Who called, with what, and from where. */
export function MadeByCard({ request: { customer, login, secret, member, via, call, error } }: Props) {
  const t = useConsoleT()
  return (
    <Card title={t('Who')}>
      <KeyValues
        dense
        items={[
          {
            key: 'customer',
            label: t('Customer'),
            value: (
              <span className={styles.who}>
                <Link to={customerPath(customer.id)}>
                  <Breakable text={customer.email} />
                </Link>
                <span className={styles.soft}>{customer.name}</span>
              </span>
            ),
          },
          ...line('login', t('API login'), <Breakable text={login.login} />),
          ...line('secret', secret ? t(SECRET_WORDS[secret.kind]) : '', secret?.name),
          ...line('member', t('Member'), member),
          ...line('via', t('Sent from'), via && t(VIA_WORDS[via])),
          ...line('ip', t('IP address'), call?.ip ?? error?.ip),
        ]}
      />
    </Card>
  )
}

/** Classes of refusals by ourselves; what the source answered was admitted. */
const REFUSED: string[] = ['auth', 'billing', 'not_found', 'validation']

function isRefusal(error: ErrorDetail | null): boolean {
  return error?.kind === 'request' && REFUSED.includes(error.class)
}

/** Whether it was let in, and the rule that refused it. */
export function AdmissionCard({ request: { error, login, limit_micros } }: Props) {
  const t = useConsoleT()
  const { short } = useMoney()
  const refusal = error?.refusal
  return (
    <Card title={t('Admission')}>
      <KeyValues
        dense
        items={[
          {
            key: 'outcome',
            label: t('Outcome'),
            value: isRefusal(error) ? (
              <Badge tone="bad">{t('Refused')}</Badge>
            ) : (
              <Badge tone="good">{t('Accepted')}</Badge>
            ),
          },
          ...line('reason', t('Reason'), refusal && refusalReason(t, refusal)),
          ...line('scope', t('Scope'), refusal && refusalScope(t, refusal)),
          ...line('limit', t('Limit at that time'), limit_micros === null ? null : short(limit_micros)),
          ...line(
            'rate',
            t('Limits now'),
            t('{per_minute} per minute, {simultaneous} concurrent', {
              per_minute: login.per_minute,
              simultaneous: login.simultaneous,
            }),
          ),
          ...line('status', t('Login now'), t(LOGIN_WORDS[login.status] ?? 'Active')),
        ]}
      />
    </Card>
  )
}

const LOGIN_WORDS: Record<string, ConsoleKey> = { active: 'Active', on_hold: 'On hold', off: 'Turned off' }

function sourceOf(about: Pick<ErrorDetail, 'is_sandbox'> | null, isTask: boolean, isRefused: boolean): ConsoleKey {
  if (about?.is_sandbox) return 'Sandbox, no source was called'
  if (isRefused) return 'Refused, no source was called'
  return isTask ? 'Queued task' : 'Called directly'
}

/** How long it took, and which part the data source had in it. */
export function TimingCard({ request: { call, error, task } }: Props) {
  const t = useConsoleT()
  const { duration } = useFormats()
  const moment = (at: string | null | undefined) => at && <Moment at={at} />
  const source = sourceOf(call ?? error, call?.method === 'task' || task !== null, isRefusal(error))
  const time_ms = call?.queue_ms === null ? call.time_ms : (error?.time_ms ?? null)
  return (
    <Card title={t('Source and timing')}>
      <KeyValues
        dense
        items={[
          {
            key: 'source',
            label: t('Source'),
            value: t(source),
          },
          ...line(
            'duration',
            t('Duration'),
            call?.status_class === 'queued' || time_ms === null ? null : duration(time_ms),
          ),
          ...line('queue', t('In queue'), call && call.queue_ms !== null ? duration(call.queue_ms) : null),
          ...line('run', t('Run time'), call && call.run_ms !== null ? duration(call.run_ms) : null),
          ...line('upstream', t('ID at the source'), task?.upstream_id && <Breakable text={task.upstream_id} />),
          ...line('tries', t('Attempts'), task?.tries),
          ...line('posted', t('Posted'), moment(task?.posted_at)),
          ...line('started', t('Accepted by the source'), moment(task?.started_at)),
          ...line('due', t('Next attempt'), task?.state === 'waiting' ? moment(task.due_at) : null),
          ...line('finished', t('Finished'), moment(call?.finished_at)),
          ...line('fetched', t('Result fetched'), moment(task?.fetched_at)),
        ]}
      />
    </Card>
  )
}
