import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../input/button.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './banner.module.css'

type BannerProps = {
  tone?: 'info' | 'good' | 'warn' | 'bad'
  title?: ReactNode
  children: ReactNode
  /** One action: a Button or LinkButton of size small. */
  action?: ReactNode
  onClose?: () => void
  /** Takes the whole width of its container without corners, as the strip under a header does. */
  strip?: boolean
  /** Announces itself when it appears; leave it out for banners that are there from the start. */
  live?: boolean
}

const TONE_ICONS = { info: 'info', good: 'check-circle', warn: 'alert', bad: 'alert' } as const

export function Banner({ tone = 'info', title, children, action, onClose, strip, live }: BannerProps) {
  const texts = useUiTexts()
  return (
    <div
      className={classNames(styles.banner, styles[tone], strip && styles.strip)}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <Icon name={TONE_ICONS[tone]} className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.words}>
          {title && <strong className={styles.title}>{title}</strong>}
          <div>{children}</div>
        </div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {onClose && (
        <IconButton icon="close" size="small" label={texts.close} className={styles.close} onClick={onClose} />
      )}
    </div>
  )
}
