/**
 * The numbers of a customer's dashboard, each for the login the session works on. The console shows staff the same ones.
 */
export { getBalance } from './get-balance.ts'
export { getMonth } from './get-month.ts'
export { getSpendByDay } from './get-spend-by-day.ts'
