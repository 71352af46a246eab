import { isKnownCode, type KnownCode } from '@portico/contract/errors.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export interface Explanation {
  title: MessageKey
  cause: MessageKey
  fix: MessageKey
}

const ONCE_OR_RAISE: MessageKey = 'Send each task once, or raise the limit in the settings.'
const ASK_LATER: MessageKey = 'Ask again later, or let a pingback tell you.'

/** What every code of the API means and what to do about it. */
export const CODE_TEXTS: Record<KnownCode, Explanation> = {
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
  40000: {
    title: 'One task at a time',
    cause: 'A live endpoint takes exactly one task in a request, and there were several.',
    fix: 'Send the tasks one by one, or post up to 100 at once with the task method of the same function.',
  },
  40004: {
    title: 'The id belongs to another function',
    cause: 'The result was asked for at another function than the one the task was posted to.',
    fix: 'Call task_get of the function that returned the id.',
  },
  40006: {
    title: 'Too many tasks in one request',
    cause: 'A request may carry up to 100 tasks; some functions take fewer.',
    fix: 'Split the list into several requests.',
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
    cause: 'The login made more calls in this minute than it may.',
    fix: 'Spread the calls over time and watch X-RateLimit-Remaining. Several tasks in one request are one call.',
  },
  40203: {
    title: 'The daily limit is reached',
    cause: 'The call would have passed a daily spend limit you set, or cost more than its X-Max-Cost allows.',
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
    cause: 'The call came from an address that is not on the list of this login.',
    fix: 'Add the address under API Access, or clear the list to allow any.',
  },
  40209: {
    title: 'Too many requests at the same time',
    cause: 'More calls were under way at once than this login may have.',
    fix: 'Wait for answers before you send more, or use the task method for large amounts.',
  },
  40210: {
    title: 'The balance is too low for this call',
    cause: 'There is money left, but less than this call may cost at most.',
    fix: 'Add funds, or ask for fewer results.',
  },
  40400: {
    title: 'Unknown endpoint',
    cause: 'There is nothing at this address.',
    fix: 'Compare the path with the documentation: version, API, function and method.',
  },
  40401: {
    title: 'Unknown task',
    cause: 'There is no task with this id on this login.',
    fix: 'Check the id, and use the login that posted the task. Sandbox and live tasks do not know each other.',
  },
  40402: {
    title: 'Wrong HTTP method',
    cause: 'The path is right, but it was called with another HTTP method.',
    fix: 'Use the method the message names.',
  },
  40403: {
    title: 'The results have expired',
    cause: 'Results are kept for 30 days after the task is done.',
    fix: 'Send the task again.',
  },
  40404: {
    title: 'No sample in the sandbox',
    cause: 'There is no prepared answer for this request in the sandbox.',
    fix: 'Use one of the documented examples, or call the live API.',
  },
  40501: {
    title: 'Invalid field',
    cause: 'A field has a value that is not allowed, or a required one is missing.',
    fix: 'The message names the field. The playground shows what it may hold.',
  },
  40502: {
    title: 'The request is empty',
    cause: 'The body of the POST holds no task.',
    fix: 'Send a JSON array with at least one task.',
  },
  40503: {
    title: 'The request cannot be read',
    cause: 'The body is not valid JSON, or not an array of tasks.',
    fix: 'Check the JSON, its encoding and the Content-Type header.',
  },
  40506: {
    title: 'Unknown fields',
    cause: 'The task holds fields this function does not know.',
    fix: 'Remove them or correct their names. The message lists them.',
  },
  40601: {
    title: 'The task is being carried out',
    cause: 'The task was taken from the queue and is not done yet.',
    fix: ASK_LATER,
  },
  40602: { title: 'The task is in the queue', cause: 'The task waits for its turn.', fix: ASK_LATER },
  40900: {
    title: 'The idempotency key belongs to another request',
    cause: 'The same Idempotency-Key came before with another body or path.',
    fix: 'Use a new key for each new request, and an old one only to repeat it.',
  },
  40901: {
    title: 'The first request is still running',
    cause: 'A request with this Idempotency-Key has not been answered yet.',
    fix: 'Ask again in a moment with the same key: you get the answer of the first.',
  },
  50000: {
    title: 'Error on our side',
    cause: 'Something failed in the API itself.',
    fix: 'Send the request again. If it stays, send us the request id.',
  },
  50001: {
    title: 'The balance could not be checked',
    cause: 'The request was stopped because the balance could not be read.',
    fix: 'Send it again. Nothing was charged.',
  },
  50100: {
    title: 'Not available',
    cause: 'This function is listed but cannot be called here.',
    fix: 'Use another function, or ask our support when it comes.',
  },
  50301: {
    title: 'The data source is down',
    cause: 'The source behind this function cannot be reached right now.',
    fix: 'Try again in a few minutes. Nothing was charged.',
  },
  50401: {
    title: 'The data source took too long',
    cause: 'The source did not answer in time.',
    fix: 'Try again, or use the task method, which can wait longer.',
  },
  50402: {
    title: 'The target took too long',
    cause: 'The page or server that was asked for answers too slowly.',
    fix: 'Try again later, or check the target yourself.',
  },
}

const FROM_THE_SOURCE: Explanation = {
  title: 'Answer of the data source',
  cause: 'The source behind this function answered with a code of its own.',
  fix: 'The message says more. If it does not help, send us the request id.',
}

export function explain(code: number): Explanation {
  return isKnownCode(code) ? CODE_TEXTS[code] : FROM_THE_SOURCE
}

/** Of a webhook the code says only why we gave up; what the customer's server said matters more. */
export function explainWebhook(code: number, http_status: number | null): Explanation {
  if (http_status !== null)
    return {
      title: 'Your server answered with an error',
      cause: 'A webhook counts as delivered when your server answers with a status from 200 to 299.',
      fix: 'Look into the log of your server at this time, then send the webhook again.',
    }
  if (code === 40501)
    return {
      title: 'The address of the webhook is not allowed',
      cause: 'Webhooks go to public addresses only.',
      fix: 'Use a public address in pingback_url or postback_url.',
    }
  return {
    title: 'Your server could not be reached',
    cause: 'There was no connection, or no answer within 10 seconds.',
    fix: 'Check that the address can be reached from the internet, then send the webhook again.',
  }
}
