import type { StatusClass } from './usage.ts'

interface CodeFacts {
  class: StatusClass
  http: number
  /** The same request can succeed later without a change to it. */
  is_retryable: boolean
}

const fact = (of: StatusClass, http = 200): CodeFacts => ({ class: of, http, is_retryable: false })
const passing = (of: StatusClass, http = 200): CodeFacts => ({ class: of, http, is_retryable: true })

/** Every code of the data API. The screen that explains them has their meaning in words. */
export const CODE_FACTS = {
  20000: fact('ok'),
  20100: fact('queued'),
  40000: fact('validation'),
  40004: fact('validation'),
  40006: fact('validation'),
  40100: fact('auth', 401),
  40101: passing('task_state'),
  40102: fact('task_state'),
  40103: passing('task_state'),
  40104: fact('auth'),
  40200: fact('billing', 402),
  40201: fact('billing'),
  40202: passing('billing'),
  40203: fact('billing'),
  40204: fact('billing'),
  40205: fact('billing'),
  40206: fact('billing'),
  40207: fact('auth'),
  40208: fact('auth'),
  40209: passing('billing'),
  40210: fact('billing'),
  40400: fact('not_found', 404),
  40401: fact('not_found'),
  40402: fact('not_found'),
  40403: fact('not_found'),
  40404: fact('not_found'),
  40501: fact('validation'),
  40502: fact('validation'),
  40503: fact('validation'),
  40506: fact('validation'),
  40601: passing('task_state'),
  40602: passing('task_state'),
  40900: fact('validation', 409),
  40901: passing('validation', 409),
  50000: passing('server', 500),
  50001: passing('server'),
  50100: fact('server'),
  50301: passing('server'),
  50302: passing('server', 503),
  50303: passing('server', 503),
  50304: passing('server', 503),
  50305: passing('server'),
  50401: passing('server'),
  50402: passing('server'),
} as const satisfies Record<number, CodeFacts>
export type KnownCode = keyof typeof CODE_FACTS

/** The codes by name, for code that compares or sends one. */
export const CODE = {
  ok: 20000,
  taskCreated: 20100,
  oneTaskOnly: 40000,
  otherFunction: 40004,
  tooManyTasks: 40006,
  unauthorized: 40100,
  searchEngineError: 40101,
  noResults: 40102,
  taskFailed: 40103,
  unverifiedAccount: 40104,
  balanceEmpty: 40200,
  onHold: 40201,
  rateLimit: 40202,
  costLimit: 40203,
  subscriptionNeeded: 40204,
  duplicatesPerHour: 40205,
  duplicatesPerDay: 40206,
  addressRefused: 40207,
  notAllowed: 40208,
  tooManyAtOnce: 40209,
  balanceTooLow: 40210,
  notFound: 40400,
  taskNotFound: 40401,
  invalidPath: 40402,
  resultsExpired: 40403,
  noSandboxData: 40404,
  invalidField: 40501,
  emptyBody: 40502,
  invalidBody: 40503,
  unknownFields: 40506,
  taskHanded: 40601,
  taskInQueue: 40602,
  idempotencyConflict: 40900,
  idempotencyRunning: 40901,
  internalError: 50000,
  balanceUnchecked: 50001,
  notImplemented: 50100,
  sourceUnavailable: 50301,
  overloaded: 50302,
  unavailable: 50303,
  maybeCharged: 50304,
  streamCut: 50305,
  sourceTimeout: 50401,
  targetTimeout: 50402,
} as const satisfies Record<string, KnownCode>

export const KNOWN_CODES = Object.keys(CODE_FACTS).map(Number) as KnownCode[]

export function isKnownCode(code: number): code is KnownCode {
  return Object.hasOwn(CODE_FACTS, code)
}

/**
 * A code that is none of ours came from the source behind us: only failures of the source can pass without a change.
 */
export function isRetryable(code: number): boolean {
  return isKnownCode(code) ? CODE_FACTS[code].is_retryable : code >= 50000
}
