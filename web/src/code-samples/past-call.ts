import { bodyParts } from '@portico/contract/body-parts.ts'
import { requestAddress } from '@portico/contract/request-address.ts'
import type { TaskDetail } from '@portico/contract/usage.ts'
import { curlLines, type SampleParts } from './curl.ts'

/** Placeholder of the API password; the real one is never put into a text that is shared. */
const PASSWORD_WORD = 'YOUR_API_PASSWORD'

type PastCall = Pick<TaskDetail, 'url' | 'http_method' | 'login' | 'request' | 'plain'>

/** A past call as a shell command. */
export function curlOf({ url, http_method, login, request, plain }: PastCall): string {
  const method = { http_method, path: url, plain }
  const task = isFields(request) ? request : {}
  const sent: SampleParts = {
    url: requestAddress(method, {}, task),
    login,
    password: PASSWORD_WORD,
    method: http_method,
    ...(plain && { headers: plain.selecting }),
    // The tasks of a refused request are stored as they were sent, together.
    ...(Array.isArray(request) && !plain ? { body: JSON.stringify(request) } : bodyParts(method, task)),
  }
  return curlLines(sent).join('\n')
}

function isFields(request: unknown): request is Record<string, unknown> {
  return typeof request === 'object' && request !== null && !Array.isArray(request)
}
