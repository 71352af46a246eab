import { CODE } from '@portico/contract/codes.ts'
import type { SettleRequest } from '#ledger/index.ts'

/** The usage of a call in tests of the ledger. */
export function callUsage(login_id: number): SettleRequest['usage'] {
  return {
    login_id,
    api: 'serp',
    function: 'google/organic',
    method: 'live',
    priority: 1,
    path: '/v3/serp/google/organic/live/advanced',
    status_code: CODE.ok,
    http_status: 200,
    results: 1,
    time_ms: 1,
    ip: '203.0.113.9',
  }
}
