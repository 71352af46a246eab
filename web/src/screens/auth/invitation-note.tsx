import type { OpenInvitation } from '@portico/contract/invitation.ts'
import { ROLE_NAMES } from '@portico/contract/role.ts'
import { type Translator, useI18n } from '#i18n/i18n.tsx'
import { PAGE_PROBLEMS } from '#lib/problem.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon/icon.tsx'
import styles from './auth.module.css'
import { useInvited } from './invitation.ts'

/** Names who invites whom to what; or that the invitation is over. */
export function InvitationNote() {
  const { t } = useI18n()
  const { invitation, isOver } = useInvited()
  if (isOver)
    return (
      <p className={classNames(styles.invitation, styles.over)} role="status">
        <Icon name="alert" />
        <span>{t(PAGE_PROBLEMS.invitation_over)}</span>
      </p>
    )
  if (!invitation) return null
  return (
    <p className={styles.invitation}>
      <Icon name="users" />
      <span>{words(invitation, t)}</span>
    </p>
  )
}

/** A team has its owner's name: it is shown once where the owner invites. */
function words({ inviter, team, role }: OpenInvitation, t: Translator['t']): string {
  const values = { inviter, team, role: t(ROLE_NAMES[role]) }
  return inviter === team
    ? t('{inviter} invites you to join their team as {role}.', values)
    : t('{inviter} invites you to join the team of {team} as {role}.', values)
}
