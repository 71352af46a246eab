import { LanguagePicker } from '#session/language-picker.tsx'
import { ThemePicker } from '#session/theme-picker.tsx'
import { Icon } from '#ui/icon.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import styles from './auth.module.css'

export function AuthFooter() {
  const { seals } = useBrand()
  return (
    <footer className={styles.footer}>
      <ul className={styles.seals}>
        {seals.map((seal) => (
          <li key={seal.text}>
            <Icon name="lock" size={16} />
            {seal.url ? (
              <a href={seal.url} target="_blank" rel="noopener noreferrer">
                {seal.text}
              </a>
            ) : (
              seal.text
            )}
          </li>
        ))}
      </ul>
      <div className={styles.pickers}>
        <LanguagePicker />
        <ThemePicker />
      </div>
    </footer>
  )
}
