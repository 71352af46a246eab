import type { TaskRow } from '@portico/contract/usage.ts'
import { useEffect } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import parts from '#traffic/call-parts.module.css'
import { endOf } from '#traffic/end-of.ts'
import { STATUS_TONES, STATUS_WORDS } from '#traffic/status-words.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'
import { priorityWord } from './words.ts'

/** Columns that may be hidden; time, endpoint and status are always shown. */
export const OPTIONAL = ['priority', 'results', 'cost', 'duration', 'tag', 'login', 'id'] as const
type Optional = (typeof OPTIONAL)[number]
export const COLUMN_WORDS: Record<Optional, MessageKey> = {
  priority: 'Priority',
  results: 'Results',
  cost: 'Cost',
  duration: 'Duration',
  tag: 'Tag',
  login: 'API login',
  id: 'Task ID',
}

type ColumnOptions = {
  /** With several APIs the path names its own. */
  withApi: boolean
  hidden: readonly string[]
  /** The id that was copied a moment ago. */
  copied: string | undefined
  onCopy: (id: string) => void
  isNearEnd: (row: TaskRow) => boolean
  onNearEnd: () => void
}

export function useTaskColumns({
  withApi,
  hidden,
  copied,
  onCopy,
  isNearEnd,
  onNearEnd,
}: ColumnOptions): Column<TaskRow>[] {
  const t = useT()
  const { whole, duration, moment, fullMoment, zoneWord } = useFormats()
  const columns: Column<TaskRow>[] = [
    {
      id: 'time',
      label: t('Time ({zone})', { zone: zoneWord }),
      width: 142,
      sortable: true,
      cell: (row) => (
        <span className={parts.time} title={fullMoment(row.at)}>
          {moment(row.at)}
          {isNearEnd(row) && <Seen onSeen={onNearEnd} />}
        </span>
      ),
    },
    { id: 'endpoint', label: t('Endpoint'), cell: (row) => <Endpoint row={row} withApi={withApi} /> },
    {
      id: 'status',
      label: t('Status'),
      width: 104,
      cell: ({ status_code, status_class, count }) => (
        <span title={t(STATUS_WORDS[status_class])}>
          <Badge tone={STATUS_TONES[status_class]}>
            {status_class === 'queued' ? t(STATUS_WORDS.queued) : status_code}
          </Badge>
          {count > 1 && ` × ${whole(count)}`}
        </span>
      ),
    },
    {
      id: 'priority',
      label: t('Priority'),
      width: 84,
      wideOnly: true,
      onCard: false,
      cell: ({ priority }) => priorityMark(t(priorityWord(priority)), priority),
    },
    {
      id: 'results',
      label: t('Results'),
      width: 92,
      numeric: true,
      sortable: true,
      onCard: false,
      wideOnly: true,
      cell: ({ status_class, results }) => (status_class === 'queued' ? '–' : whole(results)),
    },
    {
      id: 'cost',
      label: t('Cost'),
      width: 100,
      numeric: true,
      sortable: true,
      cell: ({ cost_micros }) => <Amount micros={cost_micros} />,
    },
    {
      id: 'duration',
      label: t('Duration'),
      width: 98,
      numeric: true,
      sortable: true,
      onCard: false,
      wideOnly: true,
      cell: ({ status_class, time_ms }) => (status_class === 'queued' ? '–' : duration(time_ms)),
    },
    {
      id: 'tag',
      label: t('Tag'),
      width: 104,
      wideOnly: true,
      onCard: false,
      cell: ({ tag }) => tag && <span title={tag}>{tag}</span>,
    },
    {
      id: 'login',
      label: t('API login'),
      width: 124,
      wideOnly: true,
      onCard: false,
      cell: ({ login }) => <span title={login}>{login}</span>,
    },
    {
      id: 'id',
      label: t('Task ID'),
      width: 128,
      wideOnly: true,
      onCard: false,
      cell: ({ id, task_id }) => <Id id={task_id ?? id} isCopied={copied === (task_id ?? id)} onCopy={onCopy} />,
    },
  ]
  return columns.filter(({ id }) => !hidden.includes(id))
}

function Id({ id, isCopied, onCopy }: { id: string; isCopied: boolean; onCopy: (id: string) => void }) {
  const t = useT()
  return (
    <span className={styles.idCell}>
      <code className={parts.id} title={id}>
        {endOf(id)}
      </code>
      <IconButton
        size="small"
        icon={isCopied ? 'check' : 'copy'}
        label={t('Copy the ID {id}', { id: endOf(id) })}
        onClick={() => onCopy(id)}
      />
    </span>
  )
}

/** The function, and below it the method: in one line the end, where two endpoints differ, would be cut off. */
function Endpoint({ row: { path, function: key }, withApi }: { row: TaskRow; withApi: boolean }) {
  const shown = endpointOf(path, withApi)
  const start = endpointOf(`/v3/${key}`, withApi)
  const cut = shown.startsWith(`${start}/`) ? start.length : shown.length
  return (
    <span title={path}>
      <span className={styles.part}>{shown.slice(0, cut)}</span>
      {cut < shown.length && <span className={classNames(styles.part, styles.key)}>{shown.slice(cut)}</span>}
    </span>
  )
}

/** The part that differs between two endpoints: the path without its version and, within one API, without its name. */
function endpointOf(path: string, withApi: boolean): string {
  return path.replace(withApi ? /^\/v\d+\// : /^\/v\d+\/[^/]+\//, '')
}

function priorityMark(words: string, priority: number) {
  return <span title={words}>{priority}</span>
}

/** Requests more as soon as a row near the end is on the page. */
function Seen({ onSeen }: { onSeen: () => void }) {
  useEffect(onSeen, [onSeen])
  return null
}
