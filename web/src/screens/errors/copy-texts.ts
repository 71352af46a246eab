import type { ErrorDetail } from '@portico/contract/errors.ts'

/** Stands where the API password goes; the real one is never put into a text to be passed on. */
export const PASSWORD_WORD = 'YOUR_API_PASSWORD'

/** The same call from a shell. Bodies are arrays of tasks; what was kept is one of them. */
export function curlOf({ url, http_method, login, request }: ErrorDetail): string {
  const lines = [`curl --user ${quoted(`${login}:${PASSWORD_WORD}`)}`]
  if (http_method === 'POST') {
    lines.push(`--header ${quoted('Content-Type: application/json')}`)
    const body = Array.isArray(request) ? request : [request ?? {}]
    lines.push(`--data ${quoted(JSON.stringify(body))}`)
  }
  lines.push(quoted(url))
  return lines.join(' \\\n  ')
}

/** In single quotes a shell reads everything as it is; a quote itself stands outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** What our support needs to find the call: no password, no parameters, no address of the caller. */
export function supportText(error: ErrorDetail): string {
  const { code, message, at, http_method, url, http_status, login, task_id, request_id, id } = error
  const lines: [string, string | null][] = [
    ['Code', `${code} ${message}`],
    ['Time', at],
    ['Request', `${http_method} ${url}`],
    ['HTTP status', http_status === null ? null : String(http_status)],
    ['API login', login],
    ['Request id', request_id ?? id],
    ['Task id', task_id],
  ]
  return lines.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])).join('\n')
}
