import { STATUS_CODES } from 'node:http'
import { CODES, httpStatus, isGood } from './codes.ts'
import type { Envelope } from './envelope.ts'

/** HTTP status of our own codes in answers without an envelope. Other codes have the status of their first three digits. */
const STATUS: Partial<Record<number, number>> = {
  40000: 400,
  40104: 403,
  40200: 402,
  40201: 403,
  40202: 429,
  40203: 402,
  40204: 403,
  40205: 429,
  40206: 429,
  40207: 403,
  40208: 403,
  40209: 429,
  40210: 402,
  40402: 405,
  40404: 501,
  40501: 400,
  40502: 400,
  40503: 400,
  40506: 400,
  50001: 503,
  50301: 502,
  50302: 503,
  50401: 504,
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
