import { classNames } from '#ui/class-names.ts'
import { LazyPart } from '../lazy-part.tsx'
import styles from './menu.module.css'
import { useMenuMemory } from './menu-memory.ts'
import { WideMenu } from './wide-menu.tsx'

const compactMenu = () => import('./compact-menu.tsx').then(({ CompactMenu }) => CompactMenu)

/** The panel beside the content, wide or narrow. */
export function LeftMenu() {
  const { isCompact } = useMenuMemory()
  return (
    <div className={classNames(styles.side, isCompact && styles.compact)}>
      {isCompact ? <LazyPart load={compactMenu} /> : <WideMenu mayShrink />}
    </div>
  )
}
