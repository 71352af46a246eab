import type { MenuItem } from '@portico/contract/menu.ts'
import { useId } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { activeIn } from './build-menu.ts'
import { iconOf } from './item-icon.ts'
import styles from './menu.module.css'
import { MenuLink } from './menu-link.tsx'
import { setOpen, useMenuMemory } from './menu-memory.ts'

type MenuEntryProps = { item: MenuItem; isActive: boolean; onPicked: (() => void) | undefined }

/** One line of the menu, and the lines below it when it has submodules. */
export function MenuEntry({ item, isActive, onPicked }: MenuEntryProps) {
  const { t, translateProblem } = useI18n()
  const { path } = useLocation()
  const open = useMenuMemory().open[item.html_id] ?? isActive
  const id = useId()
  const subs = item.submodules_options
  const activeSub = activeIn(subs, path)
  const current = isActive ? (activeSub && open ? 'true' : 'page') : undefined
  const label = translateProblem(item.label)
  return (
    <li>
      <div className={styles.line}>
        <MenuLink
          item={item}
          className={styles.item}
          aria-current={current}
          onPicked={() => {
            if (subs.length > 0) setOpen(item.html_id, true)
            onPicked?.()
          }}
        >
          <Icon name={iconOf(item.item_icon_class)} className={styles.icon} />
          <span className={styles.label}>{label}</span>
        </MenuLink>
        {subs.length > 0 && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t('Sections of {name}', { name: label })}
            onClick={() => setOpen(item.html_id, !open)}
          >
            <Icon name="chevron-down" size={16} className={classNames(styles.chevron, !open && styles.turned)} />
          </button>
        )}
      </div>
      {subs.length > 0 && (
        <ul id={id} className={styles.subs} hidden={!open}>
          {subs.map((sub) => (
            <li key={sub.html_id}>
              <MenuLink
                item={sub}
                className={styles.sub}
                aria-current={sub === activeSub ? 'page' : undefined}
                onPicked={onPicked}
              >
                {translateProblem(sub.label)}
              </MenuLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
