import type { ReactNode } from 'react'
import { Button } from '../input/button.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './load-error.module.css'

/** A part that fails alone: shows that in its own space and offers to try again. */
export function LoadError({ children, onRetry, busy }: { children?: ReactNode; onRetry?: () => void; busy?: boolean }) {
  const texts = useUiTexts()
  return (
    <div className={styles.error} role="alert">
      <span>{children ?? texts.couldNotLoad}</span>
      {onRetry && (
        <Button size="small" icon="refresh" busy={busy} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}
