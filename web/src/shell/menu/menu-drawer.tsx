import { useT } from '#i18n/i18n.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { Logo } from '#whitelabel/logo.tsx'
import styles from './menu.module.css'
import { WideMenu } from './wide-menu.tsx'

/** The same menu as an overlay, on phone and tablet. */
export function MenuDrawer({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Drawer id={id} open={open} onClose={onClose} side="left" title={t('Menu')} hideTitle flush>
      <div className={styles.drawerHead}>
        <Logo />
      </div>
      <WideMenu onPicked={onClose} />
    </Drawer>
  )
}
