/**
 * Automatic top-up: a login whose balance falls below its threshold is charged with a stored method, at most once a day and four
 * times in thirty days, never twice for one need, and not any more after three failures in a row.
 */
export { rechargeFailure } from './get-recharge.ts'
export { rechargeListener } from './listener.ts'
export { RECHARGES_EVERY_MS, runRecharges } from './run-recharges.ts'
