import { isAllowed } from '@portico/contract/menu.ts'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { useUser } from '#session/session.ts'
import { Icon } from '#ui/icon/icon.tsx'
import styles from './header.module.css'

export function ApiAccessTab() {
  const t = useT()
  const user = useUser()
  const { path } = useLocation()
  if (!user || !isAllowed(paths.apiAccess, user.modules)) return null
  const isHere = path === paths.apiAccess || path.startsWith(`${paths.apiAccess}/`)
  return (
    <Link to={paths.apiAccess} className={styles.tab} aria-current={isHere ? 'page' : undefined}>
      <Icon name="key" />
      <span className={styles.tabLabel}>{t('API Access')}</span>
    </Link>
  )
}
