import { isGiven, ROLE_NAMES } from '@portico/contract/role.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { accessInfoQuery } from '#session/switch-login.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useOverlay } from '../open-overlay.tsx'
import styles from './header.module.css'

/** The login whose data the page shows, and the user's role; a button to another login for users who have one. */
export function ActiveLogin() {
  const t = useT()
  const user = useUser()
  const { open } = useOverlay()
  const { data } = useQuery(accessInfoQuery)
  if (!user?.api_login) return null
  const content = (
    <>
      <span className={styles.loginLabel}>{isGiven(user.role) ? t(ROLE_NAMES[user.role]) : t('API login')}</span>
      <span className={styles.loginName} data-testid="active-login">
        {user.api_login}
      </span>
    </>
  )
  if (!data || data.available_api_logins.length < 2)
    return (
      <div className={styles.login} title={user.api_login}>
        {content}
      </div>
    )
  return (
    <button
      type="button"
      className={styles.login}
      title={user.api_login}
      aria-haspopup="dialog"
      onClick={() => open('switch-account')}
    >
      {content}
      <VisuallyHidden>, {t('Switch Account')}</VisuallyHidden>
      <Icon name="chevron-down" size={16} className={styles.loginChevron} />
    </button>
  )
}
