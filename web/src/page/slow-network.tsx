import { useT } from '#i18n/i18n.tsx'
import { useSlow } from '#lib/slow-network.ts'
import { Banner } from '#ui/show/banner.tsx'
import styles from './slow-network.module.css'

/**
 * Shown while a request the page cannot do without is late. The region is there from the start, so that screen readers
 * announce its content.
 */
export function SlowNetwork() {
  const t = useT()
  const isSlow = useSlow()
  return (
    <div role="status" className={styles.region}>
      {isSlow && <Banner tone="warn">{t('Slow network connection detected. Please wait.')}</Banner>}
    </div>
  )
}
