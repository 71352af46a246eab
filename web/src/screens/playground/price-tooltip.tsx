import type { ComponentProps } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import styles from './price.module.css'
import { PriceTable } from './price-table.tsx'

/** The parts of the price, and the keys that run the request. */
export function PriceTooltip(priced: ComponentProps<typeof PriceTable>) {
  const t = useT()
  return (
    <>
      <PriceTable {...priced} />
      <span className={styles.line}>
        <span>{t('Run')}</span>
        <span>
          <Kbd>{RUN_KEY}</Kbd> <Kbd>Enter</Kbd>
        </span>
      </span>
    </>
  )
}

const RUN_KEY = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'
