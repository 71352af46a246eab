import type { StaffAction } from '@portico/contract/staff-permissions.ts'
import { useLayoutEffect, useRef } from 'react'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { Badge } from '#ui/show/badge.tsx'
import styles from './frame.module.css'
import { useMay } from './me.ts'
import {
  APPROVALS,
  AUDIT,
  BRANDS,
  CATALOGUE,
  CUSTOMERS,
  MAILS,
  MONEY,
  PASSKEYS,
  REQUEST,
  SCRIPTS,
  SERVICE,
  STAFF,
  TODAY,
  TOKENS,
  WEBHOOKS,
} from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'
import { useWaitingCount } from './use-approvals.ts'

/** `more`: further addresses at which the entry is the current one. */
const SCREENS: { path: string; label: ConsoleKey; needs: StaffAction; more?: string[] }[] = [
  { path: TODAY, label: 'Today', needs: 'use_console' },
  { path: CUSTOMERS, label: 'Customers', needs: 'see_customers' },
  { path: REQUEST, label: 'Request', needs: 'see_customers' },
  { path: MONEY, label: 'Money', needs: 'see_money' },
  { path: APPROVALS, label: 'Approvals', needs: 'see_approvals' },
  { path: SERVICE, label: 'Service', needs: 'see_service' },
  { path: CATALOGUE, label: 'Catalogue', needs: 'see_service' },
  { path: WEBHOOKS, label: 'Webhooks', needs: 'see_audit' },
  {
    path: BRANDS,
    label: 'Brands and people',
    needs: 'use_console',
    more: [MAILS, SCRIPTS, STAFF, TOKENS, AUDIT, PASSKEYS],
  },
]

/** The screens that the role sees, with the number of requests that wait for this person. */
export function Navigation() {
  const t = useConsoleT()
  const may = useMay()
  const count = useWaitingCount()
  const { path } = useLocation()
  const row = useRef<HTMLElement>(null)
  // Where the entries are wider than the page, the current one is in the middle of what is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current entry
  useLayoutEffect(() => {
    const nav = row.current
    const here = nav?.querySelector<HTMLElement>('[aria-current]')
    if (nav && here) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2
  }, [path])
  return (
    <nav ref={row} className={styles.screens} aria-label={t('Screens')}>
      {SCREENS.filter(({ needs }) => may(needs)).map((screen) => {
        const isHere = [screen.path, ...(screen.more ?? [])].some(
          (one) => path === one || (one !== TODAY && path.startsWith(`${one}/`)),
        )
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
