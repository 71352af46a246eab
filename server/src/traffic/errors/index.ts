/** Reads of errors for the Errors screen, also of moved days: counts, groups, pages of rows and single errors. */
export { type EventRow, webhookTasks } from '../error-row-store.ts'
export type { ErrorSlice } from '../error-slice.ts'
export { choiceRows, errorSteps } from '../error-store.ts'
export { eventPage, eventsAfter, groupRows, oneError, withErrors } from './read-errors.ts'
