import { may, mayChangeMember, rolesToGive } from '@portico/contract/permissions.ts'
import { GIVEN_ROLES, type GivenRole } from '@portico/contract/role.ts'
import { type Member, type Owner, type OwnRights, team } from '@portico/contract/team.ts'
import { useState } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Confirm } from '#session/confirm.tsx'
import { ROLE_NAMES } from '#session/role-names.ts'
import { useTimes } from '#session/times.ts'
import { useAction } from '#session/use-action.ts'
import { IconButton } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { ACCESS_KEY } from './access-queries.ts'
import styles from './api-access.module.css'
import { CapDialog } from './cap-dialog.tsx'

/** Someone of the team; its owner has no cap and is not to be changed. */
type Person = Member | (Owner & { role: 'owner'; cap_micros: null })

type TeamMembersProps = {
  owner: Owner | undefined
  members: Member[] | undefined
  own: OwnRights
  error: boolean
  onRetry: () => void
}

export function TeamMembers({ owner, members, own, error, onRetry }: TeamMembersProps) {
  const { t } = useI18n()
  const [leaving, setLeaving] = useState<Member>()
  const [capped, setCapped] = useState<Member>()
  const remove = useAction({
    work: ({ user_id }: Member) => call(team.removeMember, { user_id }),
    done: 'The member was removed.',
    changes: ACCESS_KEY,
  })
  const canManage = may(own.role, 'manage_team')
  const canChange = (person: Person): person is Member => mayChangeMember(own.role, person.role)
  const rows: Person[] | undefined = owner &&
    members && [{ ...owner, role: 'owner' as const, cap_micros: null }, ...members]
  const isKept = canManage && members?.some((member) => !canChange(member))
  const { text } = useTimes()
  const columns: Column<Person>[] = [
    {
      id: 'member',
      label: t('Member'),
      lead: true,
      cell: ({ name, email }) => (
        <span className={styles.person}>
          <span>{name}</span>
          <span className={styles.personMail}>{email}</span>
        </span>
      ),
    },
    {
      id: 'role',
      label: t('Role'),
      cell: (member) => (canChange(member) ? <RoleSelect {...{ member, own }} /> : t(ROLE_NAMES[member.role])),
    },
    {
      id: 'cap',
      label: t('Daily limit'),
      numeric: true,
      cell: (member) => (
        <span className={styles.cap}>
          <Cap micros={member.cap_micros} />
          {canChange(member) && (
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
    { id: 'since', label: t('Member since'), cell: ({ since }) => text('date', since) },
  ]
  const removal: Column<Person> = {
    id: 'remove',
    // Without a label the kit puts it into the corner of the card on a phone.
    label: '',
    head: <VisuallyHidden>{t('Remove')}</VisuallyHidden>,
    width: 56,
    cell: (member) =>
      canChange(member) && (
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
      {isKept && <p className={styles.tableNote}>{t('Only the owner can change or remove admins.')}</p>}
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

/** What a member may spend a day. */
export function Cap({ micros }: { micros: number | null }) {
  const { t } = useI18n()
  return micros === null ? t('No limit') : <Amount micros={micros} />
}

function RoleSelect({ member, own }: { member: Member; own: OwnRights }) {
  const { t } = useI18n()
  const change = useAction({
    work: (role: GivenRole) => call(team.changeRole, { user_id: member.user_id, role }),
    done: 'The role was changed.',
    changes: ACCESS_KEY,
  })
  return (
    <Select
      label={t('Role of {name}', { name: member.name })}
      hideLabel
      noMessage
      size="small"
      disabled={change.isPending}
      value={change.isPending ? change.variables : member.role}
      options={rolesToGive(own.role).map((role) => ({ value: role, label: t(ROLE_NAMES[role]) }))}
      onChange={({ target }) => change.mutate(GIVEN_ROLES.find((role) => role === target.value) ?? member.role)}
    />
  )
}
