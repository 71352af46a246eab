import type { StaffAction } from '@portico/contract/staff-permissions.ts'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { Badge } from '#ui/show/badge.tsx'
import styles from './frame.module.css'
import { useMay } from './me.ts'
import { APPROVALS, CATALOGUE, CUSTOMERS, REQUEST, SERVICE, TODAY, TOKENS } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'
import { useWaitingCount } from './use-approvals.ts'

const SCREENS: { path: string; label: ConsoleKey; needs: StaffAction }[] = [
  { path: TODAY, label: 'Today', needs: 'use_console' },
  { path: CUSTOMERS, label: 'Customers', needs: 'see_customers' },
  { path: REQUEST, label: 'Request', needs: 'see_customers' },
  { path: APPROVALS, label: 'Approvals', needs: 'see_approvals' },
  { path: SERVICE, label: 'Service', needs: 'see_service' },
  { path: CATALOGUE, label: 'Catalogue', needs: 'see_service' },
  { path: TOKENS, label: 'Tokens', needs: 'see_audit' },
]

/** The screens that the role sees, with the number of requests that wait for this person. */
export function Navigation() {
  const t = useConsoleT()
  const may = useMay()
  const count = useWaitingCount()
  const { path } = useLocation()
  return (
    <nav className={styles.screens} aria-label={t('Screens')}>
      {SCREENS.filter(({ needs }) => may(needs)).map((screen) => {
        const isHere = path === screen.path || (screen.path !== TODAY && path.startsWith(`${screen.path}/`))
        return (
          <Link
            key={screen.path}
            to={screen.path}
            className={styles.screen}
            {...(isHere && { 'aria-current': 'page' as const })}
          >
            {t(screen.label)}
            {screen.path === APPROVALS && count > 0 && <Badge tone="warn">{count}</Badge>}
          </Link>
        )
      })}
    </nav>
  )
}
