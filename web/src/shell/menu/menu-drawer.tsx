import { useT } from '#i18n/i18n.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { MenuList } from './menu-list.tsx'

/** The same menu as an overlay, on phone and tablet. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Drawer open={open} onClose={onClose} side="left" title={t('Menu')}>
      <MenuList onPicked={onClose} />
    </Drawer>
  )
}
