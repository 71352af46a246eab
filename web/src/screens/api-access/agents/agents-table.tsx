import { type Agent, agents } from '@portico/contract/agents.ts'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useTimes } from '#page/times.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { relativeTime } from '#ui/text/relative-time.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { Allowed, Spent } from '../bounds-cells.tsx'

type AgentsTableProps = {
  rows: Agent[] | undefined
  /** True when an agent of another member is among them. */
  hasOthers: boolean
  canRevoke: boolean
  now_ms: number
  error: boolean
  onRetry: () => void
}

export function AgentsTable({ rows, hasOthers, canRevoke, now_ms, error, onRetry }: AgentsTableProps) {
  const { t, language } = useI18n()
  const { text } = useTimes()
  const [leaving, setLeaving] = useState<Agent>()
  const revoke = useAction({
    work: ({ id }: Agent) => call(agents.revokeAgent, { id }),
    done: 'The agent login was revoked.',
    changes: ACCESS_KEY,
  })
  const columns: Column<Agent>[] = [
    {
      id: 'name',
      label: t('Name'),
      lead: true,
      cell: ({ name, is_live, made_by }) => (
        <span className={styles.person}>
          <span className={styles.login}>
            <span className={styles.anywhere}>{name}</span>
            <Badge tone={is_live ? 'accent' : 'neutral'}>{is_live ? t('Live data') : t('Sandbox')}</Badge>
          </span>
          {hasOthers && <span className={styles.personMail}>{made_by}</span>}
        </span>
      ),
    },
    { id: 'functions', label: t('Allowed'), cell: ({ functions }) => <Allowed functions={functions} /> },
    {
      id: 'today',
      label: t('Spent today (UTC)'),
      numeric: true,
      cell: (agent) => <Spent micros={agent.spent_today_micros} limit_micros={agent.day_micros} />,
    },
    {
      id: 'total',
      label: t('Spent in total'),
      numeric: true,
      cell: (agent) => <Spent micros={agent.spent_total_micros} limit_micros={agent.total_micros} />,
    },
    {
      id: 'expires',
      label: t('Expires'),
      cell: ({ status, expires_at }) =>
        status === 'expired' ? <Badge tone="warn">{t('Expired')}</Badge> : text('date', expires_at),
    },
    {
      id: 'last',
      label: t('Last used'),
      cell: ({ last_used_at }) => (last_used_at ? relativeTime(last_used_at, now_ms, language) : t('Never')),
    },
    {
      id: 'revoke',
      // Without a label the kit puts it into the corner of the card on a phone.
      label: '',
      head: <VisuallyHidden>{t('Revoke')}</VisuallyHidden>,
      width: 56,
      cell: (agent) =>
        canRevoke && (
          <IconButton
            icon="trash"
            size="small"
            label={t('Revoke {name}', { name: agent.name })}
            onClick={() => setLeaving(agent)}
          />
        ),
    },
  ]
  return (
    <>
      <Table
        label={t('Agent logins')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        skeletonRows={1}
        error={error}
        onRetry={onRetry}
      />
      {leaving && (
        <Confirm
          title={t('Revoke {name}?', { name: leaving.name })}
          action={t('Revoke')}
          busy={revoke.isPending}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => revoke.mutate(leaving, { onSettled: () => setLeaving(undefined) })}
        >
          <p>{t('Its secret stops working permanently. Its usage and errors are kept.')}</p>
        </Confirm>
      )}
    </>
  )
}
