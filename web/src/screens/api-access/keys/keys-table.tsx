import { type ApiKey, apiKeys } from '@portico/contract/api-keys.ts'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useTimes } from '#page/times.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-items.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { relativeTime } from '#ui/text/relative-time.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { ACCESS_KEY, type ApiKeys } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { Allowed, Spent } from '../bounds-cells.tsx'

const loadEdit = async () => (await import('./key-dialog.tsx')).KeyDialog
const loadRotate = async () => (await import('./rotate-dialog.tsx')).RotateDialog

type KeysTableProps = {
  rows: ApiKey[] | undefined
  data: ApiKeys | undefined
  now_ms: number
  error: boolean
  onRetry: () => void
  onRotated: (made: { name: string; secret: string }) => void
}

export function KeysTable({ rows, data, now_ms, error, onRetry, onRotated }: KeysTableProps) {
  const { t, language } = useI18n()
  const { text } = useTimes()
  const [open, setOpen] = useState<{ what: 'edit' | 'rotate' | 'revoke'; key: ApiKey }>()
  const close = () => setOpen(undefined)
  const revoke = useAction({
    work: ({ id }: ApiKey) => call(apiKeys.revokeKey, { id }),
    done: 'The API key was revoked.',
    changes: ACCESS_KEY,
  })
  const hasOthers = rows?.some(({ is_own }) => !is_own) ?? false
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      label: t('Name'),
      lead: true,
      cell: ({ name, prefix, is_live, made_by }) => (
        <span className={styles.person}>
          <span className={styles.login}>
            <span className={styles.anywhere}>{name}</span>
            {!is_live && <Badge tone="neutral">{t('Sandbox')}</Badge>}
          </span>
          <code className={styles.personMail}>{prefix}…</code>
          {hasOthers && <span className={styles.personMail}>{made_by}</span>}
        </span>
      ),
    },
    {
      id: 'allowed',
      label: t('Allowed'),
      cell: ({ functions, is_read_only, addresses, per_minute }) => (
        <span className={styles.lines}>
          <Allowed functions={functions} />
          {is_read_only && <span className={styles.personMail}>{t('Read-only')}</span>}
          {per_minute !== null && (
            <span className={styles.personMail}>{t('{count} per minute', { count: per_minute })}</span>
          )}
          {addresses.length > 0 && <span className={styles.personMail}>{addresses.join(', ')}</span>}
        </span>
      ),
    },
    {
      id: 'today',
      label: t('Spent today (UTC)'),
      numeric: true,
      cell: (key) => <Spent micros={key.spent_today_micros} limit_micros={key.day_micros} />,
    },
    {
      id: 'total',
      label: t('Spent in total'),
      numeric: true,
      cell: (key) => <Spent micros={key.spent_total_micros} limit_micros={key.total_micros} />,
    },
    {
      id: 'expires',
      label: t('Expires'),
      cell: ({ status, expires_at, overlap_until }) => (
        <span className={styles.lines}>
          {status === 'expired' && (
            <span>
              <Badge tone="warn">{t('Expired')}</Badge>
            </span>
          )}
          <span>{expires_at ? text('date', expires_at) : t('Never')}</span>
          {overlap_until && (
            <span className={styles.personMail}>
              {t('Old secret until {time}', { time: text('short', overlap_until) })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'last',
      label: t('Last used'),
      cell: ({ last_used_at }) => (last_used_at ? relativeTime(last_used_at, now_ms, language) : t('Never')),
    },
    {
      id: 'actions',
      // Without a label the kit puts it into the corner of the card on a phone.
      label: '',
      head: <VisuallyHidden>{t('Actions')}</VisuallyHidden>,
      width: 56,
      cell: (key) => (data?.can_add ? <Actions apiKey={key} onPick={(what) => setOpen({ what, key })} /> : null),
    },
  ]
  return (
    <>
      <Table
        label={t('API keys')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        skeletonRows={1}
        error={error}
        onRetry={onRetry}
      />
      {open?.what === 'edit' && data && (
        <Lazy load={loadEdit} props={{ data, apiKey: open.key, onClose: close }} waiting={null} />
      )}
      {open?.what === 'rotate' && (
        <Lazy
          load={loadRotate}
          props={{
            apiKey: open.key,
            onDone: (secret: string) => {
              onRotated({ name: open.key.name, secret })
              close()
            },
            onClose: close,
          }}
          waiting={null}
        />
      )}
      {open?.what === 'revoke' && (
        <Confirm
          title={t('Revoke the API key {name}?', { name: open.key.name })}
          action={t('Revoke the key')}
          busy={revoke.isPending}
          onClose={close}
          onConfirm={() => revoke.mutate(open.key, { onSettled: close })}
        >
          <p>{t('Its secret stops working permanently. Its usage and errors are kept.')}</p>
        </Confirm>
      )}
    </>
  )
}

/** The maker edits and rotates; who manages the team may only revoke. */
function Actions({ apiKey, onPick }: { apiKey: ApiKey; onPick: (what: 'edit' | 'rotate' | 'revoke') => void }) {
  const { t } = useI18n()
  const name = t('Actions for {name}', { name: apiKey.name })
  // A new secret of an expired key would be refused as well.
  const rotate: MenuEntry = { label: t('Replace the secret'), icon: 'repeat', onSelect: () => onPick('rotate') }
  const own: MenuEntry[] = [
    { label: t('Edit'), icon: 'edit', onSelect: () => onPick('edit') },
    ...(apiKey.status === 'active' ? [rotate] : []),
  ]
  return (
    <Menu
      label={name}
      entries={[
        ...(apiKey.is_own ? own : []),
        { label: t('Revoke the key'), icon: 'trash', tone: 'danger', onSelect: () => onPick('revoke') },
      ]}
      position={{ side: 'bottom', align: 'end' }}
      trigger={(props) => <IconButton {...props} icon="more" size="small" label={name} />}
    />
  )
}
