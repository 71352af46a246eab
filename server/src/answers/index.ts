/**
 * Stores answers of the data API for the customers who chose so, and reads them for the details of a call. Storing is a service
 * beside the bookings: no call waits for it, and an answer that cannot be stored is dropped with a line in the log.
 */
export { type AnswerKeeper, openAnswers } from './keep-answers.ts'
export { applyRule, readAnswers, ruleOf } from './rules.ts'
export { deleteExpired } from './store.ts'
