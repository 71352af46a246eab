/** One call as its account sees it, also for staff who look it up. */
export { getUsageAnswer, getUsageTask } from './get-usage-task.ts'
/** Functions that the catalogue lists first. */
export { mostUsed } from './most-used.ts'
