import type { AccessInfo } from '@portico/contract/access-info.ts'
import { isGiven, ROLE_NAMES } from '@portico/contract/role.ts'
import { useQuery } from '@tanstack/react-query'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { accessInfoQuery, useSwitchLogin } from '#session/switch-login.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-paths.ts'
import { Spinner } from '#ui/icon/spinner.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { useOverlay } from '../open-overlay.tsx'
import styles from './overlays.module.css'

const KINDS: Record<AccessInfo['logins'][number]['kind'], { icon: IconName; name: MessageKey }> = {
  personal: { icon: 'user', name: 'Personal login' },
  team: { icon: 'users', name: 'Team login' },
  machine: { icon: 'server', name: 'Machine login' },
}

/** Chooses between the personal and the team logins; the first of the list is the personal one. */
export function SwitchAccount() {
  const t = useT()
  const { close } = useOverlay()
  const { exact } = useMoney()
  // The balances may have changed since the page was opened.
  const { data } = useQuery({ ...accessInfoQuery, staleTime: 0 })
  const change = useSwitchLogin()
  const choose = (login: string) => {
    if (change.isPending) return
    if (login === data?.api_login) close()
    else change.mutate(login, { onSuccess: close })
  }
  return (
    <Dialog open width={320} height={400} title={t('Switch Account')} onClose={close}>
      <ul className={styles.logins}>
        {data?.logins.map(({ login, kind, role, balance_micros }) => (
          <li key={login}>
            <button
              type="button"
              className={styles.login}
              aria-pressed={login === data.api_login}
              aria-busy={change.isPending && change.variables === login}
              onClick={() => choose(login)}
            >
              <span className={styles.loginIcon}>
                <Icon name={KINDS[kind].icon} />
              </span>
              <span className={styles.loginWords}>
                <span className={styles.loginName}>
                  <Breakable text={login} />
                </span>
                <span className={styles.loginKind}>
                  {t(KINDS[kind].name)}
                  {isGiven(role) && ` · ${t(ROLE_NAMES[role])}`}
                </span>
                <span className={styles.loginBalance}>{exact(balance_micros)}</span>
              </span>
              {change.isPending && change.variables === login ? (
                <Spinner />
              ) : (
                login === data.api_login && <Icon name="check" size={16} className={styles.loginTick} />
              )}
            </button>
          </li>
        ))}
        {data?.sso_logins.map((login) => (
          <li key={login} className={styles.login}>
            <span className={styles.loginIcon}>
              <Icon name="lock" />
            </span>
            <span className={styles.loginWords}>
              <span className={styles.loginName}>
                <Breakable text={login} />
              </span>
              <span className={styles.loginKind}>{t('Opens with single sign-on only')}</span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
