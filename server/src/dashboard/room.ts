/** What the Dashboard says of a login's money: others who speak of it say the same numbers. */
export { moneyOf } from './money-of.ts'
