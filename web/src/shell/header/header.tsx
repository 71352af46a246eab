import { useEffect, useId, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { useTrial } from '#money/trial.ts'
import { IconButton } from '#ui/input/button.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { Logo } from '#whitelabel/logo.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { UpdatesWidget } from '../updates/updates-widget.tsx'
import { ActiveLogin } from './active-login.tsx'
import { ApiAccessTab } from './api-access-tab.tsx'
import { Balance } from './balance.tsx'
import styles from './header.module.css'
import { SearchButton } from './search-button.tsx'
import { TrialLine } from './trial-line.tsx'
import { UserMenu } from './user-menu.tsx'

export function Header({ isBusy }: { isBusy: boolean }) {
  const trial = useTrial()
  return (
    <header className={styles.header} aria-busy={isBusy}>
      <div className={styles.bar}>
        <MenuButton />
        <HomeLink />
        <SearchButton />
        <div className={styles.end}>
          <ApiAccessTab />
          <ActiveLogin />
          <Balance />
          <UpdatesWidget />
          <UserMenu />
        </div>
      </div>
      {trial && <TrialLine trial={trial} />}
    </header>
  )
}

/** Home is the first screen, or a page of the brand's own. */
function HomeLink() {
  const t = useT()
  const { title, home_url } = useBrand()
  const shared = { className: styles.logo, 'aria-label': t('{title}, main page', { title }) }
  if (home_url)
    return (
      <a href={home_url} {...shared}>
        <Logo />
      </a>
    )
  return (
    <Link to={paths.home} {...shared}>
      <Logo />
    </Link>
  )
}

const menuDrawer = () => import('../menu/menu-drawer.tsx').then(({ MenuDrawer }) => MenuDrawer)

/** Opens the menu where it does not fit beside the content. */
function MenuButton() {
  const t = useT()
  const id = useId()
  const { path } = useLocation()
  const [isOpen, setOpen] = useState(false)
  // It stays once it has come: the next time it opens at once.
  const [hasOpened, setOpened] = useState(false)
  // Where the button is visible, its menu is loaded before it is pressed.
  useEffect(() => {
    if (matchMedia('(width < 980px)').matches) whenIdle(() => void menuDrawer().catch(() => undefined))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another location, however it was reached, closes the drawer
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <IconButton
        icon="menu"
        label={t('Menu')}
        className={styles.menuButton}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          setOpened(true)
          setOpen(!isOpen)
        }}
      />
      {hasOpened && <LazyPart load={menuDrawer} props={{ id, open: isOpen, onClose: () => setOpen(false) }} />}
    </>
  )
}
