import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { IconButton } from '#ui/button.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { Logo } from '#whitelabel/logo.tsx'
import { MenuDrawer } from '../menu/menu-drawer.tsx'
import { Balance } from './balance.tsx'
import styles from './header.module.css'
import { UserMenu } from './user-menu.tsx'

export function Header() {
  const t = useT()
  const { title } = useBrand()
  const [isOpen, setOpen] = useState(false)
  return (
    <header className={styles.header}>
      <IconButton
        icon="menu"
        label={t('Menu')}
        className={styles.menuButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <MenuDrawer open={isOpen} onClose={() => setOpen(false)} />
      <Link to={paths.home} className={styles.logo} aria-label={t('{title}, main page', { title })}>
        <Logo />
      </Link>
      <div className={styles.end}>
        <Balance />
        <UserMenu />
      </div>
    </header>
  )
}
