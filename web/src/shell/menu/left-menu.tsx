import styles from './menu.module.css'
import { MenuList } from './menu-list.tsx'

export function LeftMenu() {
  return (
    <div className={styles.side}>
      <MenuList />
    </div>
  )
}
