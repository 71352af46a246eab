import { classNames } from '../class-names.ts'
import styles from './money-text.module.css'

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

/**
 * Splits an amount into its bright and dimmed part: the digits after the cents are dimmed, so that the eye takes in
 * what counts. Below a cent those digits count, and only the zeros at the end are dimmed. Where a language writes the
 * currency at the end, it stays bright.
 */
export function splitMoney(text: string): { main: string; rest: string; sign: string } {
  const isBelowCent = /^\D*0[.,]00\d*[1-9]/.test(text)
  const pattern = isBelowCent ? /^(.*[1-9])(0*)(\D*)$/ : /^(.*\d[.,]\d\d)(\d+)(\D*)$/
  const [, main = text, rest = '', sign = ''] = pattern.exec(text) ?? []
  return { main, rest, sign }
}
