import { MENU_NAMES } from '@portico/contract/menu-names.ts'
import { TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'

/** Every code an answer can carry. The numbers are those of the API family; the texts are ours, except `Ok.` and `Task Created.`. */
export const CODES = {
  20000: 'Ok.',
  20100: 'Task Created.',
  40000: 'You can set only one task at a time.',
  40004: 'This ID belongs to a task of another function.',
  40006: `You can set no more than ${TASKS_PER_REQUEST_MAX} tasks at a time.`,
  40100: 'You are not authorized to access this resource. Check your API login and API password.',
  40101: 'The search engine returned an error.',
  40102: 'No Search Results.',
  40103: 'Task execution failed. Please send the task again; it was not charged.',
  40104: 'Please verify your account before using the API: confirm your e-mail address in the dashboard.',
  40200: `Payment Required. Your balance is used up; add funds under ${MENU_NAMES.payments} in the dashboard.`,
  40201: 'Your account is on hold. Please contact support.',
  40202: 'The rate-limit per minute has been exceeded.',
  40203: 'The cost limit has been exceeded.',
  40204: `Access denied. This API requires an active subscription; see ${MENU_NAMES.subscriptions} in the dashboard.`,
  40205: `The limit of identical tasks per hour has been exceeded. You can change it under ${MENU_NAMES.settings} in the dashboard.`,
  40206: `The limit of identical tasks per day has been exceeded. You can change it under ${MENU_NAMES.settings} in the dashboard.`,
  40207: `Access denied. Your IP is not whitelisted; see IP access under ${MENU_NAMES.access} in the dashboard.`,
  40208: 'Access denied. This login is not allowed to do this.',
  40209: 'Too many simultaneous queries.',
  40210: 'Insufficient funds. Your balance is too low to complete this request.',
  40400: 'Not Found.',
  40401: 'Task Not Found.',
  40402: 'Invalid Path.',
  40403: 'Results Expired.',
  40404: 'There is no prepared data for this request in the sandbox.',
  40501: 'Invalid Field.',
  40502: 'POST Data Is Empty.',
  40503: 'POST Data Is Invalid.',
  40506: 'Unknown Fields in POST Data.',
  40601: 'Task Handed. Please ask again later.',
  40602: 'Task In Queue. Please ask again later.',
  40900: 'This Idempotency-Key belongs to another request.',
  40901: 'The first request with this Idempotency-Key is still running. Please ask again later.',
  50000: 'Internal Error.',
  50001: 'The balance could not be checked. Please try again.',
  50100: 'Not Implemented.',
  50301: 'The data source cannot be reached right now. Please try again later; you were not charged.',
  50302:
    'The service is receiving too much traffic at the moment. Please try again in a few seconds; you were not charged.',
  50303: 'The service is temporarily unavailable. Please try again in a few seconds; you were not charged.',
  50304:
    'The request was done, but could not be recorded in time: it may have been charged. The same Idempotency-Key is safe to send again.',
  50305: 'The answer was cut off. What had been delivered by then was charged.',
  50401: 'The data source did not respond in time. Please try again; you were not charged.',
  50402: 'The target was too slow to respond.',
} as const

export type Code = keyof typeof CODES

const MESSAGES: Partial<Record<number, string>> = CODES
/** Empty for a code of the source that is none of ours. */
export const messageOf = (code: number): string => MESSAGES[code] ?? ''

const HTTP: Partial<Record<number, number>> = {
  40100: 401,
  40200: 402,
  40400: 404,
  40900: 409,
  40901: 409,
  50000: 500,
  50302: 503,
  50303: 503,
  50304: 503,
}

/** Clients of this API family read a body only with status 200, so most errors are in the body. */
export function httpStatus(code: number): number {
  return HTTP[code] ?? 200
}

/** True for a task that succeeded or is queued, which counts as an error nowhere. */
export function isGood(code: number): boolean {
  return code < 40000
}

/** True for a task in the queue, which is neither a success nor an error: the client polls again. */
export function isWaiting(code: number): boolean {
  return code === 40601 || code === 40602
}
