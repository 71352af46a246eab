import type { Params } from './stripe-check.ts'

const PAGE = 10
const PAGE_MAX = 100

export interface Reply {
  status: number
  body: unknown
}

/** Newest first, one page of the given limit, within the given dates. */
export function list(all: { id: string; created?: number }[], params: Params): Reply {
  const { gt, gte, lt, lte } = fields(params.created)
  const isWithin = ({ created = 0 }: { created?: number }) =>
    (gt === undefined || created > Number(gt)) &&
    (gte === undefined || created >= Number(gte)) &&
    (lt === undefined || created < Number(lt)) &&
    (lte === undefined || created <= Number(lte))
  const limit = Number(params.limit ?? PAGE)
  if (!(limit >= 1 && limit <= PAGE_MAX))
    return failure(400, 'invalid_request_error', 'Invalid limit', { param: 'limit' })
  const rows = all.filter(isWithin).toReversed()
  const after = params.starting_after
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0) return missing('object', String(after), 'starting_after')
  const data = rows.slice(from, from + limit)
  return ok({ object: 'list', data, has_more: from + limit < rows.length, url: '/v1/list' })
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export function failure(status: number, type: string, message: string, more: object = {}): Reply {
  return { status, body: { error: { type, message, ...more } } }
}
export function missing(what: string, id: string, param: string): Reply {
  const status = param === 'intent' || param === 'session' || param === 'id' ? 404 : 400
  return failure(status, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param })
}

export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fields(value)).map(([name, text]) => [name, String(text)]))
}
