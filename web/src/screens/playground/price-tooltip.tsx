import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Kbd } from '#ui/show/kbd.tsx'
import styles from './playground.module.css'
import { type PriceLine, priceLines } from './price-lines.ts'
import type { Task } from './use-request.ts'

const NAMES = { request: 'Request', results: 'Results', pages: 'Pages' } as const

/** What the price is made of, and the keys that run the request. */
export function PriceTooltip({ tariff, task }: { tariff: ShownMethod['tariff']; task: Task }) {
  const t = useT()
  const money = useMoney()
  const lines = tariff ? priceLines(tariff, task) : []
  const nameOf = (of: PriceLine['of']) => (typeof of === 'string' ? t(NAMES[of]) : of.field)
  return (
    <span className={styles.priceLines}>
      {lines.map(({ of, micros }) => (
        <span key={nameOf(of)}>
          <span>{nameOf(of)}</span>
          <span>{money.exact(micros)}</span>
        </span>
      ))}
      <span>
        <span>{t('Run')}</span>
        <span>
          <Kbd>{RUN_KEY}</Kbd> <Kbd>Enter</Kbd>
        </span>
      </span>
    </span>
  )
}

const RUN_KEY = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'
