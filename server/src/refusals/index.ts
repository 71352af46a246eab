/**
 * Refused calls. The ledger writes a row for each in the commit that counts it, so that errors here and in Usage are the same
 * number. A failed call costs nothing.
 */
export { hasRefused, isLimitReached } from './limit-reached.ts'
export { latestRefusals, type Refusal } from './refusal-store.ts'
