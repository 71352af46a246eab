/** One error as its account sees it, also for staff who look it up. */
export { getError, getErrorAnswer } from './get-error.ts'
