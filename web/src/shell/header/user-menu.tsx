import { ROLE_NAMES } from '@portico/contract/role.ts'
import { useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { initialsOf } from '#ui/show/initials.ts'
import styles from './header.module.css'
import { useUserEntries } from './user-entries.ts'

export function UserMenu() {
  const t = useT()
  const user = useUser()
  const entries = useUserEntries()
  if (!user) return null
  return (
    <Menu
      label={t('Your account')}
      position={{ side: 'bottom', align: 'end' }}
      head={
        <div className={styles.who}>
          <strong>{user.name}</strong>
          <span className={styles.whoMail}>{user.email}</span>
          {user.api_login && (
            <span className={styles.whoMail}>
              {t('{role} of {login}', { role: t(ROLE_NAMES[user.role]), login: user.api_login })}
            </span>
          )}
        </div>
      }
      entries={entries}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={styles.userButton}
          aria-label={`${initialsOf(user.name)} ${user.name}, ${t('Your account')}`}
        >
          <Avatar name={user.name} {...(user.userImg && { image: user.userImg })} />{' '}
          <span className={styles.userName}>{user.name}</span>
          <Icon name="chevron-down" size={16} className={styles.userChevron} />
        </button>
      )}
    />
  )
}
