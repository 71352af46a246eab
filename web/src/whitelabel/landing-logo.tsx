import { useBrand } from './brand.tsx'
import styles from './logo.module.css'
import { Logo } from './logo.tsx'

/** The logo of a page for visitors: leads to the brand's public site, where it has one. */
export function LandingLogo() {
  const { landing_url } = useBrand()
  if (!landing_url) return <Logo />
  return (
    <a className={styles.landing} href={landing_url}>
      <Logo />
    </a>
  )
}
