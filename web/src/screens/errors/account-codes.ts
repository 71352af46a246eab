import { CODE } from '@portico/contract/codes.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { Explanation } from './explanation.ts'

const ONCE_OR_RAISE: MessageKey = 'Send each task once, or raise the limit in the settings.'

/** Success, and what is about the account: who may call, how often, and for how much. */
export const ACCOUNT_CODES = {
  [CODE.ok]: {
    title: 'Success',
    cause: 'The request was accepted and its tasks were completed.',
    fix: 'Nothing to do. Also check the status code of each task: one can fail while others succeed.',
  },
  [CODE.taskCreated]: {
    title: 'Task created',
    cause: 'The task is in the queue and will run soon.',
    fix: 'Wait for your pingback or postback, or poll tasks_ready, then fetch the result with task_get.',
  },
  [CODE.unauthorized]: {
    title: 'Login or password not accepted',
    cause: 'The API login is unknown or turned off, or the password is wrong. It is not your sign-in password.',
    fix: 'Copy both values from API Access and send them with Basic authentication over HTTPS.',
  },
  [CODE.searchEngineError]: {
    title: 'The search engine returned an error',
    cause: 'The search engine behind this task failed or refused to respond.',
    fix: 'Send the task again in a few minutes. It was not charged.',
  },
  [CODE.noResults]: {
    title: 'Nothing was found',
    cause: 'The search ran and returned no results.',
    fix: 'Check spelling, location and language. Sending the same task again returns the same result.',
  },
  [CODE.taskFailed]: {
    title: 'The task failed',
    cause: 'Something went wrong on our side while the task was running.',
    fix: 'Send the task again. It was not charged.',
  },
  [CODE.unverifiedAccount]: {
    title: 'Your e-mail is not confirmed',
    cause: 'The API is unavailable until the e-mail address of the account is confirmed.',
    fix: 'Open the e-mail we sent you and confirm your address.',
  },
  [CODE.balanceEmpty]: {
    title: 'Your balance is used up',
    cause: 'This login has no balance left, so paid tasks are not run.',
    fix: 'Add funds. The sandbox stays free.',
  },
  [CODE.onHold]: {
    title: 'Your account is on hold',
    cause: 'We have paused this login, usually because of unusual activity.',
    fix: 'Contact support. Requests are refused until the hold is lifted.',
  },
  [CODE.rateLimit]: {
    title: 'Too many requests per minute',
    cause: 'The login sent more requests this minute than allowed.',
    fix: 'Spread requests over time and watch X-RateLimit-Remaining. Several tasks in one request count as one request.',
  },
  [CODE.costLimit]: {
    title: 'The daily limit is reached',
    cause: 'The request would have exceeded a daily limit you set, or cost more than its X-Max-Cost allows.',
    fix: 'Raise the limit in the settings, or wait until 00:00 UTC.',
  },
  [CODE.subscriptionNeeded]: {
    title: 'Subscription required',
    cause: 'This function belongs to an API that requires an active subscription.',
    fix: 'Activate the subscription. Its price is credited to your balance.',
  },
  [CODE.duplicatesPerHour]: {
    title: 'Too many identical tasks in an hour',
    cause: 'The same task was sent more often within an hour than your limit on duplicate tasks allows.',
    fix: ONCE_OR_RAISE,
  },
  [CODE.duplicatesPerDay]: {
    title: 'Too many identical tasks in a day',
    cause: 'The same task was sent more often within a day than your limit on duplicate tasks allows.',
    fix: ONCE_OR_RAISE,
  },
  [CODE.addressRefused]: {
    title: 'This IP address is not allowed',
    cause: 'The request came from an IP address that is not on the list of this login or of the API key.',
    fix: 'Add the address under API Access, or clear the list to allow any address.',
  },
  [CODE.notAllowed]: {
    title: 'The API key or agent login does not allow this',
    cause: 'Its access is limited to the sandbox, to other functions or to reading.',
    fix: 'Allow it for the key under API Access, or use other credentials.',
  },
  [CODE.tooManyAtOnce]: {
    title: 'Too many concurrent requests',
    cause: 'More requests were in progress at once than this login allows.',
    fix: 'Wait for responses before you send more, or use the task method for large volumes.',
  },
  [CODE.balanceTooLow]: {
    title: 'The balance is too low for this request',
    cause: 'The balance is lower than the maximum cost of this request.',
    fix: 'Add funds, or request fewer results.',
  },
} as const satisfies Record<number, Explanation>
