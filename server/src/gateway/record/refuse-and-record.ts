import { decimalText } from '@portico/contract/money.ts'
import type { RefusalCause } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import type { Code } from '../wire/codes.ts'
import { type Reply, refused } from '../wire/envelope.ts'
import { plainStatus } from '../wire/plain-status.ts'
import { shouldRecord } from './should-record.ts'
import { settleOf } from './usage-row.ts'

type RefusedRequest = Parameters<typeof settleOf>[0] & { is_plain?: boolean }

/** Refuses a whole request and records the refusal for the Errors screen. */
export async function refuseAndRecord(
  gate: Gate,
  call: RefusedRequest,
  code: Code,
  more = '',
  cause?: RefusalCause,
): Promise<Reply> {
  const reply = refused(code, call.since_ms, more)
  if (call.is_plain) reply.http = plainStatus(code)
  if (!shouldRecord(gate, call.caller.login_id, code)) return reply
  const message = reply.envelope.status_message
  try {
    const settled = await gate.meter.settle(settleOf(call, { id: call.id, code, message, cause, http: reply.http }))
    if (settled.ok) reply.headers['x-balance'] = decimalText(settled.balance_micros)
  } catch (error) {
    gate.ctx.log.warn({ err: error, code }, 'error row not written')
  }
  return reply
}

/** Replaces the entry of an unknown path: the refused call is still recorded for its login. */
export const NO_ENTRY = {
  api: 'unknown',
  function_id: 'unknown',
  kind: 'reference',
  price_version: null,
} as const satisfies Partial<Call['entry']>
