import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { usePortalHome } from '../floating/use-portal-home.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './menu.module.css'
import type { MenuEntry, MenuItem } from './menu-items.tsx'

/** An entry that opens a submenu. */
export type SubmenuEntry =
  | Exclude<MenuEntry, { kind: 'choice' }>
  | { kind: 'submenu'; label: string; icon?: MenuItem['icon']; entries: SubmenuEntry[] }

type SubmenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement<Record<string, unknown>>
  entries: SubmenuEntry[]
  align?: 'start' | 'center' | 'end'
}

/** A menu with submenus. It is heavier than Menu, so it is a separate module: only a screen that needs it loads it. */
export function SubmenuMenu({ trigger, entries, align = 'start' }: SubmenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [home, findHome] = usePortalHome(button)
  return (
    <Base.Root onOpenChange={findHome}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal container={home}>
        <Popup entries={entries} align={align} home={home} />
      </Base.Portal>
    </Base.Root>
  )
}

type PopupProps = { entries: SubmenuEntry[]; align?: 'start' | 'center' | 'end'; home: HTMLElement | undefined }

function Popup({ entries, align, home }: PopupProps) {
  return (
    <Base.Positioner className={styles.positioner} sideOffset={6} align={align} positionMethod="fixed">
      <Base.Popup className={styles.popup}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are passed whole and keep their order
          <Entry key={index} entry={entry} home={home} />
        ))}
      </Base.Popup>
    </Base.Positioner>
  )
}

function Entry({ entry, home }: { entry: SubmenuEntry; home: HTMLElement | undefined }) {
  if (entry.kind === 'line') return <Base.Separator className={styles.rule} />
  if (entry.kind === 'heading') return <div className={styles.heading}>{entry.label}</div>
  if (entry.kind === 'submenu') {
    return (
      <Base.SubmenuRoot>
        <Base.SubmenuTrigger className={styles.item} label={entry.label}>
          {entry.icon && <Icon name={entry.icon} size={16} className={styles.icon} />}
          <span className={styles.label}>{entry.label}</span>
          <Icon name="chevron-right" size={16} className={styles.icon} />
        </Base.SubmenuTrigger>
        <Base.Portal container={home}>
          <Popup entries={entry.entries} home={home} />
        </Base.Portal>
      </Base.SubmenuRoot>
    )
  }
  const { label, icon, hint, href, external, onSelect, tone, disabled } = entry
  const content = (
    <>
      {icon && <Icon name={icon} size={16} className={styles.icon} />}
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
  const shared = { className: classNames(styles.item, tone && styles.danger), label, onClick: onSelect }
  if (href === undefined) {
    return (
      <Base.Item {...shared} disabled={disabled}>
        {content}
      </Base.Item>
    )
  }
  return (
    <Base.LinkItem {...shared} href={href} {...(external && { target: '_blank', rel: 'noopener' })}>
      {content}
    </Base.LinkItem>
  )
}
