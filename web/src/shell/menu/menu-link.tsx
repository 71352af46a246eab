import type { MenuItem } from '@portico/contract/menu.ts'
import type { ComponentProps, MouseEvent } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { raiseMenuItemClick } from '#page/menu-click.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from './menu.module.css'

type MenuLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  item: MenuItem
  onPicked?: (() => void) | undefined
  /** Shown in the tooltip when the label is hidden. */
  iconOnly?: string
}

/** The link of an entry: within the product, or to another site in a new tab. */
export function MenuLink({ item, onPicked, iconOnly, children, ...rest }: MenuLinkProps) {
  const t = useT()
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    if (item.submodules_options.length === 0) raiseMenuItemClick(item)
    rest.onClick?.(event)
    onPicked?.()
  }
  const hint = [iconOnly, item.desc].filter(Boolean).join(' – ')
  const url = item.url ?? ''
  const link =
    item.type === 'external' ? (
      <a {...rest} href={url} target="_blank" rel="noopener noreferrer" onClick={click}>
        {children}
        {iconOnly && <VisuallyHidden>{iconOnly}</VisuallyHidden>}
        {!iconOnly && <Icon name="external" size={16} className={styles.external} />}
        <VisuallyHidden>, {t('opens in a new tab')}</VisuallyHidden>
      </a>
    ) : (
      <Link {...rest} to={url} onClick={click}>
        {children}
        {iconOnly && <VisuallyHidden>{iconOnly}</VisuallyHidden>}
      </Link>
    )
  if (!hint) return link
  return (
    <Tooltip text={hint} side="right">
      {link}
    </Tooltip>
  )
}
