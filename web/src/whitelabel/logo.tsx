import { useBrand } from './brand.tsx'
import { initialOf } from './initial.ts'
import styles from './logo.module.css'

/** The brand's own picture, or its initial beside its title. The mark is the provider's alone. */
export function Logo() {
  const { logo_url, title, wl_id } = useBrand()
  if (logo_url) return <img className={styles.image} src={logo_url} alt={title} />
  return (
    <span className={styles.logo}>
      {wl_id === 0 ? <OwnMark /> : <Initial of={title} />}
      {title}
    </span>
  )
}

function Initial({ of: title }: { of: string }) {
  return (
    <span className={styles.initial} aria-hidden="true">
      {initialOf(title)}
    </span>
  )
}

function OwnMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="currentColor">
      <path d="M12 2 22 7.5V9.5H2V7.5Z" />
      <rect x="4" y="11.5" width="3" height="7.5" rx="1" />
      <rect x="10.5" y="11.5" width="3" height="7.5" rx="1" opacity=".75" />
      <rect x="17" y="11.5" width="3" height="7.5" rx="1" opacity=".5" />
      <rect x="2" y="20.5" width="20" height="2" rx="1" />
    </svg>
  )
}
