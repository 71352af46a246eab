/** One error as its account sees it, also for staff who look it up. */
export { getError, getErrorAnswer } from './get-error.ts'
/** The chart of an account, also for staff. */
export { getErrorHistogram } from './get-error-histogram.ts'
