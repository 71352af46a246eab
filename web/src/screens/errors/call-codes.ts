import { CODE } from '@portico/contract/codes.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { Explanation } from './explanation.ts'

const ASK_LATER: MessageKey = 'Check again later, or use a pingback to be notified.'

/** Codes about the call itself: its path, its fields, its task, and the service that answers it. */
export const CALL_CODES = {
  [CODE.oneTaskOnly]: {
    title: 'One task at a time',
    cause: 'A live endpoint accepts exactly one task per request, but there were several.',
    fix: 'Send the tasks one by one, or up to {max_tasks} at once with the task method of the same function.',
  },
  [CODE.otherFunction]: {
    title: 'The ID belongs to another function',
    cause: 'The result was requested from a different function than the one the task was sent to.',
    fix: 'Use task_get of the function that returned the ID.',
  },
  [CODE.tooManyTasks]: {
    title: 'Too many tasks in one request',
    cause: 'A request can contain up to {max_tasks} tasks; some functions allow fewer.',
    fix: 'Split the list into several requests.',
  },
  [CODE.notFound]: {
    title: 'Unknown endpoint',
    cause: 'This path does not exist.',
    fix: 'Compare the path with the documentation: version, API, function and method.',
  },
  [CODE.taskNotFound]: {
    title: 'Unknown task',
    cause: 'There is no task with this ID for this login.',
    fix: 'Check the ID, and use the login that sent the task. Sandbox and live tasks are separate.',
  },
  [CODE.invalidPath]: {
    title: 'Wrong HTTP method',
    cause: 'The path is correct, but the HTTP method is not.',
    fix: 'Use the method named in the message.',
  },
  [CODE.resultsExpired]: {
    title: 'The results have expired',
    cause: 'Results are kept for 30 days after the task is done.',
    fix: 'Send the task again.',
  },
  [CODE.noSandboxData]: {
    title: 'No sample in the sandbox',
    cause: 'The sandbox has no prepared response for this request.',
    fix: 'Use one of the documented examples, or the live API.',
  },
  [CODE.invalidField]: {
    title: 'Invalid field',
    cause: 'A field has a value that is not allowed, or a required one is missing.',
    fix: 'The message names the field. The playground shows the allowed values.',
  },
  [CODE.emptyBody]: {
    title: 'The request is empty',
    cause: 'The POST body contains no tasks.',
    fix: 'Send a JSON array with at least one task.',
  },
  [CODE.invalidBody]: {
    title: 'The request could not be read',
    cause: 'The body is not valid JSON, or not an array of tasks.',
    fix: 'Check the JSON, its encoding and the Content-Type header.',
  },
  [CODE.unknownFields]: {
    title: 'Unknown fields',
    cause: 'The task contains fields this function does not support.',
    fix: 'Remove them or correct their names. The message lists them.',
  },
  [CODE.taskHanded]: {
    title: 'Task in progress',
    cause: 'The task was taken from the queue and is not finished yet.',
    fix: ASK_LATER,
  },
  [CODE.taskInQueue]: { title: 'Task queued', cause: 'The task is waiting for its turn.', fix: ASK_LATER },
  [CODE.idempotencyConflict]: {
    title: 'The idempotency key belongs to another request',
    cause: 'The same Idempotency-Key was already used with a different body or path.',
    fix: 'Use a new key for each new request. Reuse a key only to repeat the same request.',
  },
  [CODE.idempotencyRunning]: {
    title: 'The first request is still running',
    cause: 'A request with this Idempotency-Key has not been answered yet.',
    fix: 'Try again in a moment with the same key to get the response of the first request.',
  },
  [CODE.internalError]: {
    title: 'Error on our side',
    cause: 'Something failed in the API itself.',
    fix: 'Send the request again. If the error persists, send us the request ID.',
  },
  [CODE.balanceUnchecked]: {
    title: 'The balance could not be checked',
    cause: 'The request was stopped because the balance could not be read.',
    fix: 'Send it again. Nothing was charged.',
  },
  [CODE.notImplemented]: {
    title: 'Not available',
    cause: 'This function is listed but not available here.',
    fix: 'Use another function, or ask support when it will be available.',
  },
  [CODE.sourceUnavailable]: {
    title: 'The data source is down',
    cause: 'The data source of this function cannot be reached right now.',
    fix: 'Try again in a few minutes. Nothing was charged.',
  },
  [CODE.overloaded]: {
    title: 'Too much traffic right now',
    cause: 'Many large requests are arriving at the same time.',
    fix: 'Send it again after the number of seconds given in Retry-After. Nothing was charged.',
  },
  [CODE.unavailable]: {
    title: 'Temporarily unavailable',
    cause: 'Requests could not be recorded for a moment, so this one was stopped.',
    fix: 'Send it again after the number of seconds given in Retry-After. Nothing was charged.',
  },
  [CODE.maybeCharged]: {
    title: 'Outcome not confirmed',
    cause: 'The request was processed, but it could not be recorded in time. It may have been charged.',
    fix: 'Send it again with the same Idempotency-Key: you get the result and are charged once. Without a key, check Usage first.',
  },
  [CODE.streamCut]: {
    title: 'The response was cut off',
    cause:
      'The stream was cut off before it was complete: by the data source, by a time limit or by a restart of the service.',
    fix: 'Send the request again. Only what had been delivered by then was charged.',
  },
  [CODE.answerTooLarge]: {
    title: 'The response is too large',
    cause: 'The data source returned more than can be delivered. The message names the limit. You were not charged.',
    fix: 'Request less: a lower limit, fewer fields or a shorter period, in several calls. The same request would fail again.',
  },
  [CODE.sourceTimeout]: {
    title: 'The data source took too long',
    cause: 'The source did not respond in time.',
    fix: 'Try again, or use the task method, which can wait longer.',
  },
  [CODE.targetTimeout]: {
    title: 'The target took too long',
    cause: 'The requested page or server responds too slowly.',
    fix: 'Try again later, or check the target yourself.',
  },
} as const satisfies Record<number, Explanation>
