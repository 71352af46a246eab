import styles from './menu.module.css'

/** A page with a panel at its left, in the manner of the kit's icons. */
export function PanelIcon() {
  return (
    <svg className={styles.panelIcon} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M4.5 4h11a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 4v12M13.5 8.2 11.7 10l1.800 1.800" />
    </svg>
  )
}
