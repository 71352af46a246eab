import type { MessageKey } from '#i18n/i18n.tsx'
import type { Explanation } from './explanation.ts'

const ASK_LATER: MessageKey = 'Ask again later, or let a pingback tell you.'

/** What is about the call itself: its path, its fields, its task, and whoever answers it. */
export const CALL_CODES = {
  40000: {
    title: 'One task at a time',
    cause: 'A live endpoint takes exactly one task in a request, and there were several.',
    fix: 'Send the tasks one by one, or post up to 100 at once with the task method of the same function.',
  },
  40004: {
    title: 'The id belongs to another function',
    cause: 'The result was asked for at another function than the one the task was posted to.',
    fix: 'Use task_get of the function that returned the id.',
  },
  40006: {
    title: 'Too many tasks in one request',
    cause: 'A request may carry up to 100 tasks; some functions take fewer.',
    fix: 'Split the list into several requests.',
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
    fix: 'Use one of the documented examples, or the production API.',
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
  50302: {
    title: 'We are receiving too much at the moment',
    cause: 'Many large requests are arriving at the same time.',
    fix: 'Send it again after the seconds in Retry-After. Nothing was charged.',
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
} as const satisfies Record<number, Explanation>
