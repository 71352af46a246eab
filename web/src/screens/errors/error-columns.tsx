import type { ErrorRow } from '@portico/contract/errors.ts'
import type { Translator } from '#i18n/i18n.tsx'
import parts from '#traffic/call-parts.module.css'
import { endOf } from '#traffic/end-of.ts'
import { STATUS_TONES } from '#traffic/status-words.ts'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Breakable } from '#ui/text/breakable.tsx'
import { Called } from './called.tsx'
import styles from './errors.module.css'
import type { useFormats } from './formats.ts'

interface ColumnContext {
  t: Translator['t']
  formats: ReturnType<typeof useFormats>
  /** More than one login is shown, so that each row names its own. */
  hasLogins: boolean
}

export function errorColumns({ t, formats, hasLogins }: ColumnContext): Column<ErrorRow>[] {
  return [
    {
      id: 'time',
      label: t('Time ({zone})', { zone: formats.zoneWord }),
      lead: true,
      sortable: true,
      cell: ({ at }) => (
        <time dateTime={at} title={formats.fullMoment(at)} className={parts.time}>
          {formats.exactMoment(at)}
        </time>
      ),
    },
    {
      id: 'code',
      label: t('Code'),
      cell: ({ code, class: kind, count }) => (
        <span className={styles.seen}>
          <Badge tone={STATUS_TONES[kind]}>{code}</Badge>
          {count > 1 && <span className={styles.below}> × {formats.whole(count)}</span>}
        </span>
      ),
    },
    { id: 'message', label: t('Response'), sentence: true, cell: ({ message }) => <Breakable text={message} /> },
    { id: 'function', label: t('Function'), width: 210, cell: (row) => <Called call={row} /> },
    {
      id: 'task',
      label: t('Task ID'),
      wideOnly: true,
      cell: ({ id, task_id }) => (
        <span className={parts.id} title={task_id ?? id}>
          {endOf(task_id ?? id)}
        </span>
      ),
    },
    {
      id: 'http',
      label: t('HTTP status'),
      numeric: true,
      wideOnly: true,
      cell: ({ http_status }) => http_status ?? '–',
    },
    ...(hasLogins
      ? [
          {
            id: 'login',
            label: t('API login'),
            wideOnly: true,
            cell: ({ login }: ErrorRow) => <Breakable text={login} />,
          },
        ]
      : []),
  ]
}
