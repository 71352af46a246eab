import { STATUS_CODES } from 'node:http'
import { httpStatus } from '@portico/contract/code-facts.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { CODES } from './codes.ts'
import type { Envelope } from './envelope.ts'

/** HTTP status of our own codes in answers without an envelope. Other codes have the status of their first three digits. */
const STATUS: Partial<Record<number, number>> = {
  [CODE.oneTaskOnly]: 400,
  [CODE.unverifiedAccount]: 403,
  [CODE.balanceEmpty]: 402,
  [CODE.onHold]: 403,
  [CODE.rateLimit]: 429,
  [CODE.costLimit]: 402,
  [CODE.subscriptionNeeded]: 403,
  [CODE.duplicatesPerHour]: 429,
  [CODE.duplicatesPerDay]: 429,
  [CODE.addressRefused]: 403,
  [CODE.notAllowed]: 403,
  [CODE.tooManyAtOnce]: 429,
  [CODE.balanceTooLow]: 402,
  [CODE.invalidPath]: 405,
  [CODE.noSandboxData]: 501,
  [CODE.invalidField]: 400,
  [CODE.emptyBody]: 400,
  [CODE.invalidBody]: 400,
  [CODE.unknownFields]: 400,
  [CODE.balanceUnchecked]: 503,
  [CODE.sourceUnavailable]: 502,
  [CODE.overloaded]: 503,
  // A client repeats a 5xx by itself, and this one would be too large again.
  [CODE.answerTooLarge]: 422,
  [CODE.sourceTimeout]: 504,
}

export function plainStatus(code: number): number {
  return STATUS[code] ?? Math.floor(code / 100)
}

/** Codes of our refusals with their HTTP statuses: in documents without an envelope, and with it. */
export const ERROR_CODES = Object.entries(CODES)
  .map(([code, message]) => ({ code: Number(code), message }))
  .filter(({ code }) => !isGood(code))
  .map(({ code, message }) => ({ code, message, status: plainStatus(code), envelope_status: httpStatus(code) }))

/** The code of a refusal by the source, which no refusal of ours has: its status followed by 90. */
export function sourceCode(status: number): number {
  return status * 100 + 90
}

/** Our refusal as RFC 9457 problem details; `code` is the one the Errors screen shows. */
export function problemOf({ status_code, status_message, tasks }: Envelope, request_id: string, given?: number) {
  const failed = tasks?.find((task) => !isGood(task.status_code))
  const code = failed?.status_code ?? status_code
  const status = given ?? plainStatus(code)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: failed?.status_message ?? status_message,
    code,
    request_id,
  }
}
