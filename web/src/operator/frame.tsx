import { auth } from '@portico/contract/auth.ts'
import type { ReactNode } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { ThemePicker } from '#page/theme-picker.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { SkipLink } from '#ui/text/skip-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import styles from './frame.module.css'
import { useMe } from './me.ts'
import { Navigation } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'
import { PASSKEYS, TODAY } from './paths.ts'
import { ROLE_WORDS } from './staff-words.ts'
import { useConsoleT } from './texts.ts'

/** The bar above every screen: where one is, and as whom. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useConsoleT()
  const toast = useToast()
  const { email, role } = useMe()
  const { title } = useBrand()

  async function signOut() {
    try {
      await call(auth.signout, {})
      location.assign(paths.signin)
    } catch (error) {
      toast.problem(error)
    }
  }

  return (
    <>
      <SkipLink target="content" />
      <header className={styles.header}>
        <Link to={TODAY} className={styles.brand}>
          <strong>{title}</strong>
          <span className={styles.product}>{t('Operator console')}</span>
        </Link>
        <Navigation />
        <div className={styles.person}>
          <PaletteButton />
          <Link to={PASSKEYS} className={styles.email}>
            {email}
          </Link>
          <span className={styles.role}>
            <Badge tone="accent">{t(ROLE_WORDS[role])}</Badge>
          </span>
          <ThemePicker />
          <Button size="small" onClick={signOut}>
            {t('Sign out')}
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        {children}
      </main>
    </>
  )
}
