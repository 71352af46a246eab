/** What the Dashboard says of a login's money, and all it called for money: others who speak of it say the same numbers. */
export { moneyOf } from './money-of.ts'
export { paidSlice } from './usage-slice.ts'
