import { type ReactNode, useId } from 'react'
import { cssVars } from '../css-vars.ts'
import { IconButton } from '../input/button.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** In px. On a phone it takes the width there is. Without a height it is as high as its content. */
  width?: number
  height?: number
  children: ReactNode
  /** The row of buttons below, the main one last. */
  footer?: ReactNode
  /** While something must not be interrupted: no Escape, no cross, no press beside. */
  locked?: boolean
}

export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  width = 480,
  height,
  children,
  footer,
  locked = false,
}: Omit<DialogProps, 'open'>) {
  const texts = useUiTexts()
  const titleId = useId()
  const modal = useModal(onClose, locked)
  const size = cssVars({ '--dialog-width': `${width}px`, '--dialog-height': height ? `${height}px` : 'fit-content' })
  return (
    <dialog {...modal} className={styles.dialog} style={size} aria-labelledby={titleId}>
      <div className={styles.sheet}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
        {!locked && (
          <IconButton icon="close" size="small" label={texts.close} className={styles.close} onClick={onClose} />
        )}
      </div>
    </dialog>
  )
}
