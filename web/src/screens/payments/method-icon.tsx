import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-paths.ts'
import styles from './method-icon.module.css'

/** A payment method in the shape of a card. */
export function MethodIcon({ name }: { name: IconName }) {
  return (
    <span className={styles.icon} aria-hidden>
      <Icon name={name} />
    </span>
  )
}
