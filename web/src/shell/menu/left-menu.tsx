import { classNames } from '#ui/class-names.ts'
import { CompactMenu } from './compact-menu.tsx'
import styles from './menu.module.css'
import { useMenuMemory } from './menu-memory.ts'
import { WideMenu } from './wide-menu.tsx'

/** The panel beside the content, wide or narrow. */
export function LeftMenu() {
  const { isCompact } = useMenuMemory()
  return (
    <div className={classNames(styles.side, isCompact && styles.compact)}>
      {isCompact ? <CompactMenu /> : <WideMenu mayShrink />}
    </div>
  )
}
