import type { MenuItem } from '@portico/contract/menu.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { isPlainClick } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { raiseMenuItemClick } from '#page/menu-click.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-items.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { activeIn } from './build-menu.ts'
import { iconOf } from './item-icon.ts'
import styles from './menu.module.css'

/** An entry with submodules in the narrow menu: they open beside it. */
export function Flyout({ item, isActive }: { item: MenuItem; isActive: boolean }) {
  const { t, translateProblem } = useI18n()
  const { path } = useLocation()
  const label = translateProblem(item.label)
  const activeSub = activeIn(item.submodules_options, path)
  const entry = (to: MenuItem, text: string): MenuEntry => ({
    label: text,
    href: to.url ?? '',
    ...(to === activeSub && { chosen: true }),
    onSelect: (event) => {
      if (to !== item) raiseMenuItemClick(to)
      if (!isPlainClick(event)) return
      event.preventDefault()
      navigate(to.url ?? '')
    },
  })
  return (
    <Menu
      label={label}
      position={{ side: 'right', align: 'start' }}
      head={<strong>{label}</strong>}
      entries={[
        ...(item.url ? [entry(item, t('All'))] : []),
        ...item.submodules_options.map((sub) => entry(sub, translateProblem(sub.label))),
      ]}
      trigger={(props) => (
        <Tooltip text={label} side="right">
          <button
            type="button"
            {...props}
            className={styles.square}
            aria-label={label}
            aria-current={isActive ? 'page' : undefined}
          >
            <Icon name={iconOf(item.item_icon_class)} className={styles.icon} />
            <span className={styles.corner} aria-hidden />
          </button>
        </Tooltip>
      )}
    />
  )
}
