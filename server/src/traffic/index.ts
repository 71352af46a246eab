import type { Ctx } from '#ctx/ctx.ts'
import { newestRefusals, type RefusalRow } from './error-store.ts'

/**
 * Reads calls with their results, costs and failures for screens, alerts and documents; the ledger writes them. Every number is
 * exact as soon as its call is booked, and the same in cards, charts, tables and files, because all are sums of the same rows.
 */

export { apiTitle, titleOfScope } from './api-titles.ts'
export type { CallDetailRow, CallRow } from './call-store.ts'
/** Calls by an id the API returned: of the call, its task or its request. */
export { callsNamed } from './calls-named.ts'
/** Which rollup answers for which part of a range, and the steps of a chart over it. */
export { previousRange, stepsOf } from './cut-range.ts'
export { firstCallDay, hasCalledSince, type SpentDay, spentByDay } from './day-store.ts'
export { type EventRow, webhookTasks } from './error-row-store.ts'
export type { ErrorSlice } from './error-slice.ts'
export { choiceRows, errorSteps } from './error-store.ts'
/** Calls and errors of all accounts by an id, for staff. */
export {
  type AnyCall,
  type AnyError,
  anyCall,
  anyCallsOfRequest,
  anyCallsOfTask,
  anyError,
  callsBetween,
  webhookErrorsOf,
} from './find-call-store.ts'
export { functionUse, type UserRow } from './function-use-store.ts'
export { hasRefused, isLimitReached } from './limit-reached.ts'
export { moneyOf } from './money-of.ts'
export { type Months, monthsUntil } from './months-until.ts'
export { mostUsed } from './most-used.ts'
export {
  countedRange,
  countedStep,
  oneCall,
  oneError,
  sortedCalls,
  withCalls,
  withNamed,
  withSums,
} from './moved-calls.ts'
/** Reads of single calls and errors, also of moved days. */
export { eventPage, eventsAfter, groupRows, withErrors } from './moved-errors.ts'
export { functionKey, functionsByKey, isCallable, titlesOf } from './name-functions.ts'
export { effectOf, groupSumsOf } from './price-effect-store.ts'
export { readCalls } from './read-calls.ts'
export { isShort } from './runway.ts'
export { sentForm, sentMethod } from './sent-method.ts'
export { paidSlice, type Slice } from './slice.ts'
export { sortValue } from './sort-store.ts'
export { counted } from './sum-up.ts'
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
export type Refusal = RefusalRow

/**
 * Refused calls. The ledger writes a row for each in the commit that counts it, so that errors here and in Usage are the same
 * number. A failed call costs nothing.
 */
export function latestRefusals(
  ctx: Pick<Ctx, 'db'>,
  login_ids: number[],
  codes: number[],
  since: Date,
): Promise<Refusal[]> {
  return newestRefusals(ctx.db, login_ids, codes, since)
}
