import type { MenuItem } from '@portico/contract/menu.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { useUser } from '#session/session.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { AiChat } from './ai-chat.tsx'
import { activeIn, buildMenu } from './build-menu.ts'
import { Flyout } from './flyout.tsx'
import { iconOf } from './item-icon.ts'
import styles from './menu.module.css'
import { MenuLink } from './menu-link.tsx'
import { setCompact } from './menu-memory.ts'
import { PanelIcon } from './panel-icon.tsx'

/** The menu as icons: names in tooltips, submodules in a menu beside. Nothing is folded away, since no title could bring it back. */
export function CompactMenu() {
  const { t, translateProblem } = useI18n()
  const user = useUser()
  const { path } = useLocation()
  if (!user) return null
  const sections = buildMenu(user.modules)
  const active = activeIn(
    sections.flatMap(({ items }) => items),
    path,
  )
  return (
    <nav className={styles.menu} aria-label={t('Main menu')}>
      <div className={styles.sections}>
        {sections.map(({ group, items }) => (
          <ul key={group} className={styles.icons} aria-label={translateProblem(group)}>
            {items.map((item) => (
              <li key={item.html_id}>
                <CompactEntry item={item} isActive={item === active} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className={styles.foot}>
        <AiChat iconOnly />
        <Tooltip text={t('Expand menu')} side="right">
          <button
            type="button"
            className={styles.square}
            aria-label={t('Expand menu')}
            onClick={() => setCompact(false)}
          >
            <PanelIcon />
          </button>
        </Tooltip>
      </div>
    </nav>
  )
}

function CompactEntry({ item, isActive }: { item: MenuItem; isActive: boolean }) {
  const { translateProblem } = useI18n()
  if (item.submodules_options.length > 0) return <Flyout item={item} isActive={isActive} />
  return (
    <MenuLink
      item={item}
      iconOnly={translateProblem(item.label)}
      className={styles.square}
      aria-current={isActive ? 'page' : undefined}
    >
      <Icon name={iconOf(item.item_icon_class)} className={styles.icon} />
    </MenuLink>
  )
}
