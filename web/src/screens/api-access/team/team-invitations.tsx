import { isWithinCap, may, rolesToGive } from '@portico/contract/permissions.ts'
import { ROLE_NAMES } from '@portico/contract/role.ts'
import { type Invitation, type OwnRights, team } from '@portico/contract/team.ts'
import { useAction } from '#forms/use-action.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { relativeTime } from '#ui/text/relative-time.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { Cap } from '../bounds-cells.tsx'

type TeamInvitationsProps = { invitations: Invitation[]; own: OwnRights; now_ms: number }

export function TeamInvitations({ invitations, own, now_ms }: TeamInvitationsProps) {
  const { t, language } = useI18n()
  const resend = useAction({
    work: (id: number) => call(team.resendInvitation, { id }),
    done: 'The invitation was resent. The previous link no longer works.',
    changes: ACCESS_KEY,
  })
  const revoke = useAction({
    work: (id: number) => call(team.revokeInvitation, { id }),
    done: 'The invitation was revoked.',
    changes: ACCESS_KEY,
  })
  const canManage = may(own.role, 'manage_team')
  const canResend = ({ role, cap_micros }: Invitation) =>
    rolesToGive(own.role).includes(role) && isWithinCap(own.cap_micros, cap_micros)
  const hasProtected = canManage && !invitations.every(canResend)
  const columns: Column<Invitation>[] = [
    { id: 'email', label: t('E-mail'), lead: true, cell: ({ email }) => <span className={styles.mail}>{email}</span> },
    { id: 'role', label: t('Role'), cell: ({ role }) => t(ROLE_NAMES[role]) },
    { id: 'cap', label: t('Daily limit'), numeric: true, cell: ({ cap_micros }) => <Cap micros={cap_micros} /> },
    {
      id: 'expires',
      label: t('Expires'),
      cell: ({ expires_at }) =>
        Date.parse(expires_at) > now_ms ? (
          relativeTime(expires_at, now_ms, language)
        ) : (
          <Badge tone="warn">{t('Expired')}</Badge>
        ),
    },
  ]
  const actions: Column<Invitation> = {
    id: 'actions',
    label: t('Change'),
    head: <VisuallyHidden>{t('Change')}</VisuallyHidden>,
    cell: (invitation) => (
      <span className={styles.rowActions}>
        <Button
          size="small"
          aria-label={t('Resend the invitation to {email}', { email: invitation.email })}
          disabled={!canResend(invitation)}
          busy={resend.isPending && resend.variables === invitation.id}
          onClick={() => resend.mutate(invitation.id)}
        >
          {t('Resend')}
        </Button>
        <Button
          size="small"
          aria-label={t('Revoke the invitation to {email}', { email: invitation.email })}
          busy={revoke.isPending && revoke.variables === invitation.id}
          onClick={() => revoke.mutate(invitation.id)}
        >
          {t('Revoke')}
        </Button>
      </span>
    ),
  }
  return (
    <>
      <Table
        label={t('Pending invitations')}
        columns={canManage ? [...columns, actions] : columns}
        rows={invitations}
        rowKey={({ id }) => String(id)}
      />
      {hasProtected && (
        <p className={styles.tableNote}>
          {t('This invitation grants more than you have yourself. Only an owner can resend it.')}
        </p>
      )}
    </>
  )
}
