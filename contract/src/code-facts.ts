import { isGood } from './codes.ts'
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
  50306: fact('server'),
  50401: passing('server'),
  50402: passing('server'),
} as const satisfies Record<number, CodeFacts>
export type KnownCode = keyof typeof CODE_FACTS

export const KNOWN_CODES = Object.keys(CODE_FACTS).map(Number) as KnownCode[]

export function isKnownCode(code: number): code is KnownCode {
  return Object.hasOwn(CODE_FACTS, code)
}

/** Clients of this API family read a body only with status 200, so most errors are in the body. */
export function httpStatus(code: number): number {
  return isKnownCode(code) ? CODE_FACTS[code].http : 200
}

/** The kind under which the Errors screen groups a code. A code that is none of ours came from the source, so its hundreds decide. */
export function statusClass(code: number): StatusClass {
  if (isKnownCode(code)) return CODE_FACTS[code].class
  if (isGood(code)) return 'ok'
  return code >= 50000 ? 'server' : (FOREIGN_CLASSES[Math.floor(code / 100)] ?? 'validation')
}

const FOREIGN_CLASSES: Partial<Record<number, StatusClass>> = { 402: 'billing', 404: 'not_found', 406: 'task_state' }

/** Only failures of the source can pass without a change, where a code is none of ours. */
export function isRetryable(code: number): boolean {
  return isKnownCode(code) ? CODE_FACTS[code].is_retryable : statusClass(code) === 'server'
}
