import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './menu.module.css'

export type MenuItem = {
  /** A check is one of several that may be chosen together, and leaves the menu open. */
  kind?: 'item' | 'check'
  label: string
  /** Shown instead of the label where there is no space for it. */
  short?: string
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

export type MenuEntry =
  | MenuItem
  | { kind: 'line' }
  | { kind: 'heading'; label: string }
  /** One of these few, side by side in one line. */
  | { kind: 'choice'; label: string; options: MenuItem[] }

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
    if (entry.kind === 'choice') {
      return (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu.
        <div key={key} role="group" aria-label={entry.label} className={styles.choice}>
          <span aria-hidden="true">{entry.label}</span>
          {entry.options.map((option) => (
            <Item key={option.label} item={option} onPicked={onPicked} />
          ))}
        </div>
      )
    }
    return <Item key={key} item={entry} onPicked={onPicked} />
  })
}

function Item({ item, onPicked }: { item: MenuItem; onPicked: () => void }) {
  const { kind, label, short, icon, hint, href, external, onSelect, tone, chosen, disabled } = item
  // In one line the chosen one has a frame, and there is space for a word or a picture only.
  const isSmall = short !== undefined

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
    ...(isSmall && { 'aria-label': label, title: label }),
    'aria-disabled': disabled || undefined,
    'data-label': label,
    tabIndex: -1,
    onClick: pick,
  }
  const content = (
    <>
      {icon && <Icon name={icon} size={16} className={styles.icon} />}
      {isSmall ? short : <span className={styles.label}>{label}</span>}
      {hint && <span className={styles.hint}>{hint}</span>}
      {chosen !== undefined && !isSmall && (
        <Icon name="check" size={16} className={classNames(styles.tick, chosen && styles.on)} />
      )}
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
