import { classNames } from '../class-names.ts'
import styles from './money-text.module.css'
import { splitMoney } from './split-money.ts'

type MoneyTextProps = {
  /** Already written out: '$12.340000'. */
  text: string
  /** Shows that it has just gone up or down. */
  change?: 'up' | 'down'
  size?: 'inherit' | 'large'
}

/** An amount with digits of equal width; its least important part is dimmed. */
export function MoneyText({ text, change, size = 'inherit' }: MoneyTextProps) {
  const { main, rest, sign } = splitMoney(text)
  return (
    <span className={classNames(styles.money, change && styles[change], size === 'large' && styles.large)}>
      {main}
      {rest && <span className={styles.rest}>{rest}</span>}
      {sign}
    </span>
  )
}
