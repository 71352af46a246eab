import { useT } from '#i18n/i18n.tsx'
import { useVisit } from '#session/visit.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './auth.module.css'

export function InvitationNote() {
  const t = useT()
  const { invitation } = useVisit()
  if (!invitation) return null
  return (
    <p className={styles.invitation}>
      <Icon name="users" />
      <span>{t('You are invited to join {team}', { team: invitation.team })}</span>
    </p>
  )
}
