import type { MessageKey } from '#i18n/i18n.tsx'
import type { Explanation } from './explanation.ts'

const ONCE_OR_RAISE: MessageKey = 'Send each task once, or raise the limit in the settings.'

/** Success, and what is about the account: who may call, how often, and for how much. */
export const ACCOUNT_CODES = {
  20000: {
    title: 'Everything went well',
    cause: 'The request was read and its tasks were carried out.',
    fix: 'Nothing to do. Look at the status code of each task, too: one can fail while the others succeed.',
  },
  20100: {
    title: 'Task created',
    cause: 'The task is in the queue and will run soon.',
    fix: 'Wait for your pingback or postback, or ask tasks_ready, then fetch the result with task_get.',
  },
  40100: {
    title: 'Login or password not accepted',
    cause: 'The API login is unknown or turned off, or the password is wrong. It is not your sign-in password.',
    fix: 'Copy both values from API Access and send them with Basic authentication over https.',
  },
  40101: {
    title: 'The search engine answered with an error',
    cause: 'The search engine behind this task failed or refused to answer.',
    fix: 'Send the task again in a few minutes. It was not charged.',
  },
  40102: {
    title: 'Nothing was found',
    cause: 'The search was carried out and brought no results.',
    fix: 'Check spelling, location and language. The same task again brings the same answer.',
  },
  40103: {
    title: 'The task failed',
    cause: 'Something went wrong on our side while the task was carried out.',
    fix: 'Send the task again. It was not charged.',
  },
  40104: {
    title: 'Your e-mail is not confirmed',
    cause: 'The API stays closed until the e-mail address of the account is confirmed.',
    fix: 'Open the mail we sent you and confirm the address.',
  },
  40200: {
    title: 'Your balance is used up',
    cause: 'There is no money left on this login, so nothing that costs is carried out.',
    fix: 'Add funds. The sandbox stays free.',
  },
  40201: {
    title: 'Your account is on hold',
    cause: 'We have paused this login, usually because of unusual activity.',
    fix: 'Write to our support. Requests are refused until it is lifted.',
  },
  40202: {
    title: 'Too many requests in a minute',
    cause: 'The login made more requests in this minute than it may.',
    fix: 'Spread the requests over time and watch X-RateLimit-Remaining. A request counts once, however many tasks it has.',
  },
  40203: {
    title: 'The daily limit is reached',
    cause: 'The request would have passed a daily spend limit you set, or cost more than its X-Max-Cost allows.',
    fix: 'Raise the limit in the settings, or wait until 00:00 UTC.',
  },
  40204: {
    title: 'A subscription is missing',
    cause: 'This function belongs to an API that needs an active subscription.',
    fix: 'Activate the subscription. What you pay for it is credited to your balance.',
  },
  40205: {
    title: 'Too many identical tasks in an hour',
    cause: 'The same task came more often within an hour than your limit on duplicate tasks allows.',
    fix: ONCE_OR_RAISE,
  },
  40206: {
    title: 'Too many identical tasks in a day',
    cause: 'The same task came more often within a day than your limit on duplicate tasks allows.',
    fix: ONCE_OR_RAISE,
  },
  40207: {
    title: 'This address is not allowed',
    cause: 'The request came from an address that is not on the list of this login.',
    fix: 'Add the address under API Access, or clear the list to allow any.',
  },
  40209: {
    title: 'Too many requests at the same time',
    cause: 'More requests were under way at once than this login may have.',
    fix: 'Wait for answers before you send more, or use the task method for large amounts.',
  },
  40210: {
    title: 'The balance is too low for this request',
    cause: 'There is money left, but less than this request may cost at most.',
    fix: 'Add funds, or ask for fewer results.',
  },
} as const satisfies Record<number, Explanation>
