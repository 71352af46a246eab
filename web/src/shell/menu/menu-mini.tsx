import type { MenuItem } from '@portico/contract/menu.ts'
import { useI18n } from '#i18n/i18n.tsx'
import styles from './menu.module.css'
import { setCompact } from './menu-memory.ts'
import { PanelIcon } from './panel-icon.tsx'

/** 'Menu mini': no link, makes the panel narrow. */
export function MenuMini({ item }: { item: MenuItem }) {
  const { translateProblem } = useI18n()
  return (
    <button type="button" id={item.html_id} className={styles.item} onClick={() => setCompact(true)}>
      <PanelIcon />
      <span className={styles.label}>{translateProblem(item.label)}</span>
    </button>
  )
}
