import { CODE } from '@portico/contract/codes.ts'
import { MENU_NAMES } from '@portico/contract/menu-names.ts'
import { TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'

/** Every code an answer can carry. The numbers are those of the API family; the texts are ours, except `Ok.` and `Task Created.`. */
export const CODES = {
  [CODE.ok]: 'Ok.',
  [CODE.taskCreated]: 'Task Created.',
  [CODE.oneTaskOnly]: 'You can set only one task at a time.',
  [CODE.otherFunction]: 'This ID belongs to a task of another function.',
  [CODE.tooManyTasks]: `You can set no more than ${TASKS_PER_REQUEST_MAX} tasks at a time.`,
  [CODE.unauthorized]: 'You are not authorized to access this resource. Check your API login and API password.',
  [CODE.searchEngineError]: 'The search engine returned an error.',
  [CODE.noResults]: 'No Search Results.',
  [CODE.taskFailed]: 'Task execution failed. Please send the task again; it was not charged.',
  [CODE.unverifiedAccount]:
    'Please verify your account before using the API: confirm your e-mail address in the dashboard.',
  [CODE.balanceEmpty]: `Payment Required. Your balance is used up; add funds under ${MENU_NAMES.payments} in the dashboard.`,
  [CODE.onHold]: 'Your account is on hold. Please contact support.',
  [CODE.rateLimit]: 'The rate-limit per minute has been exceeded.',
  [CODE.costLimit]: 'The cost limit has been exceeded.',
  [CODE.subscriptionNeeded]: `Access denied. This API requires an active subscription; see ${MENU_NAMES.subscriptions} in the dashboard.`,
  [CODE.duplicatesPerHour]: `The limit of identical tasks per hour has been exceeded. You can change it under ${MENU_NAMES.settings} in the dashboard.`,
  [CODE.duplicatesPerDay]: `The limit of identical tasks per day has been exceeded. You can change it under ${MENU_NAMES.settings} in the dashboard.`,
  [CODE.addressRefused]: `Access denied. Your IP is not whitelisted; see IP access under ${MENU_NAMES.access} in the dashboard.`,
  [CODE.notAllowed]: 'Access denied. This login is not allowed to do this.',
  [CODE.tooManyAtOnce]: 'Too many simultaneous queries.',
  [CODE.balanceTooLow]: 'Insufficient funds. Your balance is too low to complete this request.',
  [CODE.notFound]: 'Not Found.',
  [CODE.taskNotFound]: 'Task Not Found.',
  [CODE.invalidPath]: 'Invalid Path.',
  [CODE.resultsExpired]: 'Results Expired.',
  [CODE.noSandboxData]: 'There is no prepared data for this request in the sandbox.',
  [CODE.invalidField]: 'Invalid Field.',
  [CODE.emptyBody]: 'POST Data Is Empty.',
  [CODE.invalidBody]: 'POST Data Is Invalid.',
  [CODE.unknownFields]: 'Unknown Fields in POST Data.',
  [CODE.taskHanded]: 'Task Handed. Please ask again later.',
  [CODE.taskInQueue]: 'Task In Queue. Please ask again later.',
  [CODE.idempotencyConflict]: 'This Idempotency-Key belongs to another request.',
  [CODE.idempotencyRunning]: 'The first request with this Idempotency-Key is still running. Please ask again later.',
  [CODE.internalError]: 'Internal Error.',
  [CODE.balanceUnchecked]: 'The balance could not be checked. Please try again.',
  [CODE.notImplemented]: 'Not Implemented.',
  [CODE.sourceUnavailable]:
    'The data source cannot be reached right now. Please try again later; you were not charged.',
  [CODE.overloaded]:
    'The service is receiving too much traffic at the moment. Please try again in a few seconds; you were not charged.',
  [CODE.unavailable]:
    'The service is temporarily unavailable. Please try again in a few seconds; you were not charged.',
  [CODE.maybeCharged]:
    'The request was done, but could not be recorded in time: it may have been charged. The same Idempotency-Key is safe to send again.',
  [CODE.streamCut]: 'The response was cut off. What had been delivered by then was charged.',
  [CODE.answerTooLarge]:
    'The response of the data source is too large. Please request less, or in several parts; you were not charged.',
  [CODE.sourceTimeout]: 'The data source did not respond in time. Please try again; you were not charged.',
  [CODE.targetTimeout]: 'The target was too slow to respond.',
} as const

export type Code = keyof typeof CODES

const MESSAGES: Partial<Record<number, string>> = CODES
/** Empty for a code of the source that is none of ours. */
export const messageOf = (code: number): string => MESSAGES[code] ?? ''

export function tooLargeText(max_bytes: number): string {
  return `${CODES[CODE.answerTooLarge]} The limit is ${max_bytes / 1024 / 1024} MB.`
}
