import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { accessInfoQuery, useSwitchLogin } from '#session/switch-login.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useOverlay } from './open-overlay.ts'
import styles from './overlays.module.css'

/** Chooses between the personal and the team logins; the first of the list is the personal one. */
export function SwitchAccount() {
  const t = useT()
  const { close } = useOverlay()
  const { data } = useQuery(accessInfoQuery)
  const change = useSwitchLogin()
  const choose = (login: string) => {
    if (change.isPending) return
    if (login === data?.api_login) close()
    else change.mutate(login, { onSuccess: close })
  }
  return (
    <Dialog open width={320} height={400} title={t('Switch Account')} onClose={close}>
      <ul className={styles.logins}>
        {data?.available_api_logins.map((login, at) => (
          <li key={login}>
            <button
              type="button"
              className={styles.login}
              aria-pressed={login === data.api_login}
              aria-busy={change.isPending && change.variables === login}
              onClick={() => choose(login)}
            >
              <span className={styles.loginIcon}>
                <Icon name={at === 0 ? 'user' : 'users'} />
              </span>
              <span className={styles.loginWords}>
                <span className={styles.loginName}>{login}</span>
                <span className={styles.loginKind}>{at === 0 ? t('Personal login') : t('Team login')}</span>
              </span>
              {change.isPending && change.variables === login ? (
                <Spinner />
              ) : (
                login === data.api_login && <Icon name="check" size={16} className={styles.loginTick} />
              )}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
