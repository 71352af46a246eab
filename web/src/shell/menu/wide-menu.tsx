import type { MenuItem } from '@portico/contract/menu.ts'
import { useEffect, useId, useRef } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { useUser } from '#session/session.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { AiChat } from './ai-chat.tsx'
import { activeIn, buildMenu, miniItem, type Section } from './build-menu.ts'
import styles from './menu.module.css'
import { MenuEntry } from './menu-entry.tsx'
import { setOpen, useMenuMemory } from './menu-memory.ts'
import { MenuMini } from './menu-mini.tsx'

/** The menu with words: in the panel, where it may shrink, and in the drawer of phone and tablet. */
export function WideMenu({ mayShrink = false, onPicked }: { mayShrink?: boolean; onPicked?: () => void }) {
  const { t } = useI18n()
  const user = useUser()
  const { path } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another location may have its entry below the edge
  useEffect(() => {
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  if (!user) return null
  const sections = buildMenu(user.modules)
  const active = activeIn(
    sections.flatMap(({ items }) => items),
    path,
  )
  const mini = mayShrink ? miniItem(user.modules) : undefined
  return (
    <nav ref={menu} className={styles.menu} aria-label={t('Main menu')}>
      <div className={styles.sections}>
        {sections.map((section) => (
          <MenuSection key={section.group} section={section} active={active} onPicked={onPicked} />
        ))}
      </div>
      <div className={styles.foot}>
        <AiChat />
        {mini && <MenuMini item={mini} />}
      </div>
    </nav>
  )
}

type MenuSectionProps = { section: Section; active: MenuItem | undefined; onPicked: (() => void) | undefined }

function MenuSection({ section: { group, items }, active, onPicked }: MenuSectionProps) {
  const { translateProblem } = useI18n()
  const isOpen = useMenuMemory().open[group] ?? true
  const id = useId()
  return (
    <section>
      <h2 className={styles.groupTitle}>
        <button
          type="button"
          className={styles.group}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(group, !isOpen)}
        >
          {translateProblem(group)}
          <Icon name="chevron-down" size={16} className={classNames(styles.chevron, !isOpen && styles.turned)} />
        </button>
      </h2>
      <ul id={id} hidden={!isOpen}>
        {items.map((item) => (
          <MenuEntry key={item.html_id} item={item} isActive={item === active} onPicked={onPicked} />
        ))}
      </ul>
    </section>
  )
}
