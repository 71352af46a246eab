import type { TaskRow } from '@portico/contract/usage.ts'
import { useEffect } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'
import { priorityWord, STATUS_TONES, STATUS_WORDS } from './words.ts'

type Wishes = {
  /** Of several APIs: the path says which. */
  withApi: boolean
  /** Of several logins: whose call it was stands where the id else stands, which the drawer has in full. */
  withLogin: boolean
  isNearEnd: (row: TaskRow) => boolean
  onNearEnd: () => void
}

export function useTaskColumns({ withApi, withLogin, isNearEnd, onNearEnd }: Wishes): Column<TaskRow>[] {
  const t = useT()
  const { whole, duration, moment } = useFormats()
  return [
    {
      id: 'time',
      label: t('Time (UTC)'),
      width: 142,
      sortable: true,
      cell: (row) => (
        <span className={styles.time}>
          {moment(row.at)}
          {isNearEnd(row) && <Seen onSeen={onNearEnd} />}
        </span>
      ),
    },
    { id: 'endpoint', label: t('Endpoint'), cell: (row) => <span title={row.path}>{endpointOf(row, withApi)}</span> },
    {
      id: 'status',
      label: t('Status'),
      width: 104,
      cell: ({ status_code, status_class }) => (
        <span title={t(STATUS_WORDS[status_class])}>
          <Badge tone={STATUS_TONES[status_class]}>
            {status_class === 'queued' ? t(STATUS_WORDS.queued) : status_code}
          </Badge>
        </span>
      ),
    },
    {
      id: 'priority',
      label: t('Priority'),
      width: 84,
      wideOnly: true,
      cell: ({ priority }) => priorityMark(t(priorityWord(priority)), priority),
    },
    {
      id: 'results',
      label: t('Results'),
      width: 84,
      numeric: true,
      wideOnly: true,
      cell: ({ status_class, results }) => (status_class === 'queued' ? '–' : whole(results)),
    },
    {
      id: 'cost',
      label: t('Cost'),
      width: 100,
      numeric: true,
      cell: ({ cost_micros }) => <Amount micros={cost_micros} />,
    },
    {
      id: 'duration',
      label: t('Time'),
      width: 84,
      numeric: true,
      wideOnly: true,
      cell: ({ status_class, time_ms }) => (status_class === 'queued' ? '–' : duration(time_ms)),
    },
    {
      id: 'tag',
      label: t('Tag'),
      width: 104,
      wideOnly: true,
      cell: ({ tag }) => tag && <span title={tag}>{tag}</span>,
    },
    withLogin
      ? {
          id: 'login',
          label: t('API login'),
          width: 124,
          wideOnly: true,
          cell: ({ login }) => <span title={login}>{login}</span>,
        }
      : {
          id: 'id',
          label: t('Task id'),
          width: 100,
          wideOnly: true,
          cell: ({ id, task_id }) => (
            <code className={styles.id} title={task_id ?? id}>
              {endOf(task_id ?? id)}
            </code>
          ),
        },
  ]
}

/** What differs between two endpoints: the path without its version and, within one API, without its name. */
function endpointOf({ path }: TaskRow, withApi: boolean): string {
  return path.replace(withApi ? /^\/v\d+\// : /^\/v\d+\/[^/]+\//, '')
}

/** Ids begin with the time, which stands in its own column; they differ at the end. */
function endOf(id: string): string {
  return `…${id.slice(-8)}`
}

function priorityMark(words: string, priority: number) {
  return <span title={words}>{priority}</span>
}

/** Asks for more as soon as a row near the end is on the page. */
function Seen({ onSeen }: { onSeen: () => void }) {
  useEffect(onSeen, [onSeen])
  return null
}
