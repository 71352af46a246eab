import type { ErrorDetail } from '@portico/contract/errors.ts'

/** The text our support needs to find the call: no password, no parameters, no address of the caller. */
export function supportText(error: ErrorDetail): string {
  const { code, message, at, http_method, url, http_status, login, task_id, request_id, id } = error
  const lines: [string, string | null][] = [
    ['Code', `${code} ${message}`],
    ['Time', at],
    ['Request', `${http_method} ${url}`],
    ['HTTP status', http_status === null ? null : String(http_status)],
    ['API login', login],
    ['Request ID', request_id ?? id],
    ['Task ID', task_id],
  ]
  return lines.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])).join('\n')
}
