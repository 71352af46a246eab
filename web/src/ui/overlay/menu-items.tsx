import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './menu.module.css'

export type MenuItem = {
  /** A check is one of several that may be chosen together, and leaves the menu open. */
  kind?: 'item' | 'check'
  label: string
  icon?: IconName
  /** A quiet text at the right, such as a key. */
  hint?: ReactNode
  /** Makes it a link. `onSelect` may call preventDefault and let a router go there. */
  href?: string
  external?: boolean
  onSelect?: (event: MouseEvent<HTMLElement>) => void
  tone?: 'danger'
  /** One of several choices: a tick marks the chosen one. */
  chosen?: boolean
  disabled?: boolean
}

export type MenuEntry = MenuItem | { kind: 'line' } | { kind: 'heading'; label: string }

export function MenuItems({ entries, onPicked }: { entries: MenuEntry[]; onPicked: () => void }) {
  return entries.map((entry, index) => {
    const key = entry.kind === 'line' ? `line-${index}` : entry.label
    if (entry.kind === 'line') return <hr key={key} className={styles.line} />
    if (entry.kind === 'heading') {
      return (
        <div key={key} className={styles.heading} role="presentation">
          {entry.label}
        </div>
      )
    }
    return <Item key={key} item={entry} onPicked={onPicked} />
  })
}

function Item({ item, onPicked }: { item: MenuItem; onPicked: () => void }) {
  const { kind, label, icon, hint, href, external, onSelect, tone, chosen, disabled } = item

  function pick(event: MouseEvent<HTMLElement>) {
    if (disabled) {
      event.preventDefault()
      return
    }
    // Closed first, so that a dialog opened by the entry gives the focus back to the menu's button.
    if (kind !== 'check') onPicked()
    onSelect?.(event)
  }

  const shared = {
    className: classNames(styles.item, tone && styles.danger),
    role: chosen === undefined ? 'menuitem' : kind === 'check' ? 'menuitemcheckbox' : 'menuitemradio',
    'aria-checked': chosen,
    'aria-disabled': disabled || undefined,
    'data-label': label,
    tabIndex: -1,
    onClick: pick,
  }
  const content = (
    <>
      {icon && <Icon name={icon} size={16} className={styles.icon} />}
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
      {chosen !== undefined && <Icon name="check" size={16} className={classNames(styles.tick, chosen && styles.on)} />}
      {external && <Icon name="external" size={16} className={styles.icon} />}
    </>
  )
  if (href === undefined) {
    return (
      <button type="button" {...shared}>
        {content}
      </button>
    )
  }
  return (
    <a {...shared} href={href} {...(external && { target: '_blank', rel: 'noopener' })}>
      {content}
    </a>
  )
}
