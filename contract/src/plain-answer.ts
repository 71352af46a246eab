import { CODE } from './codes.ts'
import { parsedJson } from './plain-types.ts'

/** The outcome of an answer without an envelope, as a code of the data API. */
export interface PlainVerdict {
  code: number
  message: string
  cost: number
  /** The answer itself, or undefined where it is not JSON. */
  value: unknown
}

interface Exchanged {
  http_status: number
  headers: Record<string, string>
  body: string
}

export function plainVerdict({ http_status, headers, body }: Exchanged): PlainVerdict {
  const value = parsedJson(body)
  const cost = Number(headers['x-cost'] ?? 0) || 0
  if (http_status < 400) return { code: CODE.ok, message: 'Ok.', cost, value }
  // Our own refusal carries its code; a refusal of the source is classified by its status.
  const is_ours = headers['content-type']?.startsWith('application/problem+json') && isCode(value)
  const { code, detail } = is_ours ? value : { code: http_status * 100 + 90, detail: `HTTP ${http_status}` }
  return { code, message: detail, cost, value }
}

function isCode(value: unknown): value is { code: number; detail: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'detail' in value &&
    typeof value.detail === 'string'
  )
}
