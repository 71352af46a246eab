import { useT } from '#i18n/i18n.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import { useOverlay } from '../open-overlay.tsx'
import { COMMAND_KEY } from '../palette/command-key.ts'
import styles from './header.module.css'

/** Opens the command palette for those who do not know its keys. */
export function SearchButton() {
  const t = useT()
  const { open } = useOverlay()
  return (
    <button type="button" className={styles.search} aria-haspopup="dialog" onClick={() => open('palette')}>
      <Icon name="search" size={16} />
      <span className={styles.searchLabel}>{t('Search or jump to…')}</span>
      <span className={styles.searchKeys} aria-hidden>
        <Kbd>{COMMAND_KEY}</Kbd> <Kbd>K</Kbd>
      </span>
    </button>
  )
}
