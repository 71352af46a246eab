import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { cssVars } from '../css-vars.ts'
import { IconButton } from '../input/button.tsx'
import { HIDDEN } from '../text/visually-hidden.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './drawer.module.css'
import { useModal } from './use-modal.ts'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  /** Right for the details of a row; left for the menu of a phone. */
  side?: 'right' | 'left'
  title: ReactNode
  /** The title is for screen readers only, for a drawer that shows its own head. */
  hideTitle?: boolean
  /** In px; on a phone a right drawer takes the whole width. */
  width?: number
  actions?: ReactNode
  footer?: ReactNode
  /** The content touches the edges. */
  flush?: boolean
  id?: string
  children: ReactNode
}

export function Drawer({ open, ...rest }: DrawerProps) {
  return open ? <OpenDrawer {...rest} /> : null
}

function OpenDrawer(props: Omit<DrawerProps, 'open'>) {
  const { onClose, side = 'right', title, hideTitle, width, actions, footer, flush, id, children } = props
  const texts = useUiTexts()
  const titleId = useId()
  const modal = useModal(onClose, false)
  const size = cssVars({ '--drawer-width': `${width ?? (side === 'left' ? 280 : 560)}px` })
  return (
    <dialog
      {...modal}
      id={id}
      className={classNames(styles.drawer, styles[side])}
      style={size}
      aria-labelledby={titleId}
    >
      <div className={styles.sheet}>
        <div className={hideTitle ? HIDDEN : styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {actions}
        </div>
        <div className={classNames(styles.body, flush && styles.flush)}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
        <IconButton
          icon="close"
          label={texts.close}
          className={classNames(styles.close, hideTitle && styles.closeQuiet)}
          onClick={onClose}
        />
      </div>
    </dialog>
  )
}
