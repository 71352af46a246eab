import styles from './spinner.module.css'

/** For buttons only: a screen that waits shows a skeleton. */
export function Spinner() {
  return (
    <svg aria-hidden className={styles.spinner} viewBox="0 0 16 16" width="16" height="16">
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 1.8A6.200 6.200 0 0 1 14.200 8" />
    </svg>
  )
}
