/**
 * Reads calls with their results, costs and failures for screens, alerts and documents; the ledger writes them. Every number is
 * exact as soon as its call is booked, and the same in cards, charts, tables and files, because all are sums of the same rows.
 */

export { callPage } from './call-page.ts'
export type { CallDetailRow, CallRow } from './call-store.ts'
/** Calls by an id the API returned: of the call, its task or its request. */
export { callsNamed } from './calls-named.ts'
export { stepsOf } from './cut-range.ts'
export { firstCallDay, hasCalledSince, type SpentDay, spentByDay } from './day-store.ts'
export { moneyOf } from './money-of.ts'
/** Reads that need single calls, also of moved days. */
export { countedRange, countedStep, oneCall, withCalls, withNamed, withSums } from './moved-calls.ts'
export { paidSlice, type Slice } from './slice.ts'
export { newestCalls, type SeenCall } from './tail-store.ts'
export { costByDay, usageOf } from './usage-of.ts'
export {
  type Dimension,
  groupSums,
  hasCalls,
  loginSums,
  pairSums,
  type StepRow,
  type SumRow,
  stepRows,
  stepSums,
  tagSums,
  usedFunctions,
} from './usage-store.ts'
