import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import styles from './price.module.css'
import { type PriceLine, priceLines } from './price-lines.ts'
import type { Task } from './use-request.ts'

const NAMES = { request: 'Request', results: 'Results', pages: 'Pages' } as const

/** The parts of the price. */
export function PriceTable({ tariff, task }: { tariff: ShownMethod['tariff']; task: Task }) {
  const t = useT()
  const money = useMoney()
  const lines = tariff ? priceLines(tariff, task) : []
  const nameOf = (of: PriceLine['of']) => (typeof of === 'string' ? t(NAMES[of]) : of.field)
  return (
    <span className={styles.lines}>
      {lines.map(({ of, micros }) => (
        <span key={nameOf(of)} className={styles.line}>
          <span>{nameOf(of)}</span>
          <span className={styles.amount}>{money.exact(micros)}</span>
        </span>
      ))}
    </span>
  )
}
