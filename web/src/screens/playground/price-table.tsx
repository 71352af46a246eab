import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import styles from './price.module.css'
import { type PriceLine, priceLines } from './price-lines.ts'
import type { Task } from './use-request.ts'

const NAMES = new Map([
  ['requests', 'Request'],
  ['results', 'Results'],
  ['pages', 'Pages'],
] as const)

/** The parts of the price, and what makes a call cheaper than its highest price. */
export function PriceTable({ tariff, task }: { tariff: ShownMethod['tariff']; task: Task }) {
  const t = useT()
  const money = useMoney()
  const lines = tariff ? priceLines(tariff, task) : []
  const nameOf = (of: PriceLine['of']) => {
    if (of === 'least') return t('Lowest price of a call')
    if (of === 'most') return t('Highest price of a call')
    return 'field' in of ? of.field : unitName(of.unit)
  }
  const unitName = (unit: string) => {
    const known = [...NAMES].find(([name]) => name === unit)
    return known ? t(known[1]) : unit
  }
  const free = Object.entries(tariff?.monthly?.free ?? {}).map(([unit, units]) => `${unitName(unit)}: ${units}`)
  return (
    <span className={styles.lines}>
      {lines.map(({ of, micros }) => (
        <span key={nameOf(of)} className={styles.line}>
          <span>{nameOf(of)}</span>
          <span className={styles.amount}>{money.exact(micros)}</span>
        </span>
      ))}
      {free.length > 0 && <span>{t('Free each month: {units}', { units: free.join(', ') })}</span>}
      {tariff?.normal.tiers && <span>{t('The price depends on what you use in a month. This is the highest.')}</span>}
    </span>
  )
}
