import { isOwner, may, mayChangeMember } from '@portico/contract/permissions.ts'
import { ROLE_NAMES } from '@portico/contract/role.ts'
import { type Member, type OwnRights, team } from '@portico/contract/team.ts'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useTimes } from '#page/times.ts'
import { useUser } from '#session/session.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Badge } from '#ui/show/badge.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { Cap } from '../bounds-cells.tsx'
import { CapDialog } from './cap-dialog.tsx'

const loadRole = async () => (await import('./role-dialog.tsx')).RoleDialog
const loadLeave = async () => (await import('./leave-team.tsx')).LeaveTeam

type TeamMembersProps = {
  owner: Member | undefined
  members: Member[] | undefined
  own: OwnRights
  error: boolean
  onRetry: () => void
}

export function TeamMembers({ owner, members, own, error, onRetry }: TeamMembersProps) {
  const { t } = useI18n()
  const [leaving, setLeaving] = useState<Member>()
  const [capped, setCapped] = useState<Member>()
  const [placed, setPlaced] = useState<Member>()
  const [isGoing, setGoing] = useState(false)
  const user_id = useUser()?.id
  const remove = useAction({
    work: (member: Member) => call(team.removeMember, { user_id: member.user_id }),
    done: 'The member was removed.',
    changes: ACCESS_KEY,
  })
  const canManage = may(own.role, 'manage_team')
  const canChange = (member: Member) => mayChangeMember(own.role, member.role)
  const rows = owner && members && [owner, ...members]
  // The user who opened the account stays in its team.
  const canLeave = members?.some((member) => member.user_id === user_id)
  const isOnlyOwner = rows?.filter(({ role }) => isOwner(role)).length === 1
  const hasProtected = canManage && members?.some((member) => !canChange(member))
  const { text } = useTimes()
  const factor: Column<Member> = {
    id: 'factor',
    label: t('Second factor'),
    cell: ({ has_factor }) => <Badge tone={has_factor ? 'good' : 'neutral'}>{has_factor ? t('On') : t('Off')}</Badge>,
  }
  const columns: Column<Member>[] = [
    {
      id: 'member',
      label: t('Member'),
      lead: true,
      cell: ({ name, email, ...person }) => (
        <span className={styles.person}>
          <span>
            {name} {person.user_id === user_id && <Badge>{t('You')}</Badge>}
          </span>
          <span className={styles.personMail}>{email}</span>
        </span>
      ),
    },
    {
      id: 'role',
      label: t('Role'),
      cell: (member) => (
        <span className={styles.cap}>
          {t(ROLE_NAMES[member.role])}
          {canChange(member) && !(isOwner(member.role) && isOnlyOwner) && (
            <IconButton
              icon="edit"
              size="small"
              label={t('Change the role of {name}', { name: member.name })}
              onClick={() => setPlaced(member)}
            />
          )}
        </span>
      ),
    },
    {
      id: 'cap',
      label: t('Daily limit'),
      numeric: true,
      cell: (member) => (
        <span className={styles.cap}>
          <Cap micros={member.cap_micros} />
          {canChange(member) && !isOwner(member.role) && (
            <IconButton
              icon="edit"
              size="small"
              label={t('Change the daily limit for {name}', { name: member.name })}
              onClick={() => setCapped(member)}
            />
          )}
        </span>
      ),
    },
    ...(canManage ? [factor] : []),
    { id: 'since', label: t('Member since'), cell: ({ since }) => text('date', since) },
  ]
  const removal: Column<Member> = {
    id: 'remove',
    // Without a label the kit puts it into the corner of the card on a phone.
    label: '',
    head: <VisuallyHidden>{t('Remove')}</VisuallyHidden>,
    width: 56,
    cell: (member) =>
      canChange(member) &&
      member.user_id !== user_id &&
      member.user_id !== owner?.user_id && (
        <IconButton
          icon="trash"
          size="small"
          label={t('Remove {name}', { name: member.name })}
          onClick={() => setLeaving(member)}
        />
      ),
  }
  return (
    <>
      <Table
        label={t('Your team')}
        columns={canManage ? [...columns, removal] : columns}
        rows={rows}
        rowKey={({ user_id }) => String(user_id)}
        skeletonRows={2}
        error={error}
        onRetry={onRetry}
      />
      {hasProtected && <p className={styles.tableNote}>{t('Only an owner can change or remove admins.')}</p>}
      {canLeave && (
        <p className={styles.tableNote}>
          <Button size="small" icon="sign-out" onClick={() => setGoing(true)}>
            {t('Leave the team')}
          </Button>
        </p>
      )}
      {placed && (
        <Lazy load={loadRole} props={{ member: placed, own, onClose: () => setPlaced(undefined) }} waiting={null} />
      )}
      {isGoing && owner && (
        <Lazy load={loadLeave} props={{ name: owner.name, onClose: () => setGoing(false) }} waiting={null} />
      )}
      {capped && <CapDialog member={capped} own={own} onClose={() => setCapped(undefined)} />}
      {leaving && (
        <Confirm
          title={t('Remove {name} from the team?', { name: leaving.name })}
          action={t('Remove')}
          busy={remove.isPending}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => remove.mutate(leaving, { onSettled: () => setLeaving(undefined) })}
        >
          <p>
            {t('{name} loses access immediately, and their API passwords stop working.', {
              name: leaving.name,
            })}
          </p>
        </Confirm>
      )}
    </>
  )
}
