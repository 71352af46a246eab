import type { Entry } from './entry.ts'

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
/** Account functions that change something although they are free. */
const CHANGING: readonly string[] = ['webhook_resend', 'force_stop']

/**
 * True for an operation that creates and changes nothing, which a read-only key may call. A queued task is something created. With the
 * envelope every other POST carries a query; in a plain document a POST may do anything unless it is marked as a free look-up.
 */
export function isReadOnly({
  kind,
  plain,
  http_method,
  function_id,
}: Pick<Entry, 'kind' | 'plain' | 'http_method' | 'function_id'>): boolean {
  if (kind === 'task_post') return false
  if (kind === 'account' && CHANGING.includes(function_id.split('/').at(-1) ?? '')) return false
  if (READS.includes(http_method)) return true
  return http_method === 'POST' && (plain === null || kind === 'reference')
}
