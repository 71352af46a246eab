import { useT } from '#i18n/i18n.tsx'
import { useOnline, useSlow } from '#lib/slow-network.ts'
import { Banner } from '#ui/show/banner.tsx'
import styles from './slow-network.module.css'

/**
 * Shown while a request the page cannot do without is late, or there is no connection. The stored document shows that itself. The region is there from the start, so that screen readers
 * announce its content.
 */
export function SlowNetwork({ isStored }: { isStored: boolean }) {
  const t = useT()
  const isSlow = useSlow()
  const isOnline = useOnline()
  return (
    <div role="status" className={styles.region}>
      {!isOnline && !isStored && <Banner tone="warn">{t('You are offline.')}</Banner>}
      {isOnline && isSlow && <Banner tone="warn">{t('Slow network connection detected. Please wait.')}</Banner>}
    </div>
  )
}
