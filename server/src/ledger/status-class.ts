export type StatusClass = 'ok' | 'queued' | 'auth' | 'billing' | 'not_found' | 'validation' | 'task_state' | 'server'

const QUEUED = 20100
const AUTH = [40100, 40104, 40207, 40208]

/** The kind under which the Errors screen groups a status code of the data API. */
export function statusClass(code: number): StatusClass {
  if (code === QUEUED) return 'queued'
  if (code < 40000) return 'ok'
  if (code >= 50000) return 'server'
  if (AUTH.includes(code)) return 'auth'
  if (isWithin(code, 40101, 40103) || isWithin(code, 40600, 40699)) return 'task_state'
  if (isWithin(code, 40200, 40299)) return 'billing'
  if (isWithin(code, 40400, 40499)) return 'not_found'
  return 'validation'
}

function isWithin(code: number, first: number, last: number): boolean {
  return code >= first && code <= last
}
