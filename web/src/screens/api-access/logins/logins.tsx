import type { LoginInfo } from '@portico/contract/access.ts'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '#i18n/amount.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { relativeTime } from '#ui/text/relative-time.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { loginsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { Cap } from '../bounds-cells.tsx'
import { LoginActions } from './login-actions.tsx'
import { canTurn, KIND_NAMES, STATUS_WORDS } from './login-words.ts'
import type { TransferStart } from './transfer-choice.ts'

/** `onMove` is left out for users who may not move money or have one login only. */
export function Logins({ onMove }: { onMove: ((input: TransferStart) => void) | undefined }) {
  const { t, language } = useI18n()
  const { data, dataUpdatedAt, isError, refetch } = useQuery(loginsQuery)
  const logins = data?.logins ?? []
  const columns: Column<LoginInfo>[] = [
    {
      id: 'login',
      label: t('API login'),
      lead: true,
      cell: ({ login, is_active }) => (
        <span className={styles.login}>
          <span className={styles.anywhere}>{login}</span>
          {is_active && <Badge tone="accent">{t('In use')}</Badge>}
        </span>
      ),
    },
    { id: 'kind', label: t('Type'), cell: ({ kind }) => t(KIND_NAMES[kind]) },
    {
      id: 'status',
      label: t('Status'),
      cell: ({ status }) => (
        <Badge tone={STATUS_WORDS[status].tone} dot>
          {t(STATUS_WORDS[status].label)}
        </Badge>
      ),
    },
    {
      id: 'balance',
      label: t('Balance'),
      numeric: true,
      cell: ({ balance_micros }) => <Amount micros={balance_micros} />,
    },
    {
      id: 'spent',
      label: t('Spent today (UTC)'),
      numeric: true,
      cell: ({ spent_today_micros }) => <Amount micros={spent_today_micros} />,
    },
    { id: 'cap', label: t('Daily limit'), numeric: true, cell: ({ cap_micros }) => <Cap micros={cap_micros} /> },
    {
      id: 'last',
      width: 132,
      label: t('Last used'),
      cell: ({ last_call_at }) => (last_call_at ? relativeTime(last_call_at, dataUpdatedAt, language) : t('Never')),
    },
    {
      id: 'actions',
      // Without a label the kit puts it into the corner of the card on a phone.
      label: '',
      head: <VisuallyHidden>{t('Actions')}</VisuallyHidden>,
      width: 56,
      cell: (login) => (
        <LoginActions
          login={login}
          canTurn={canTurn(login, logins, data?.role)}
          onMove={login.in_account ? onMove : undefined}
        />
      ),
    },
  ]
  return (
    <Table
      label={t('API logins')}
      columns={columns}
      rows={data?.logins}
      rowKey={({ login }) => login}
      skeletonRows={2}
      error={!data && isError}
      onRetry={refetch}
    />
  )
}
