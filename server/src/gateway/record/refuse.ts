import { decimalText } from '@portico/contract/money.ts'
import type { RefusalCause } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import type { Code } from '../wire/codes.ts'
import { type Reply, refused } from '../wire/envelope.ts'
import { plainStatus } from '../wire/plain-status.ts'
import { mayKeep } from './may-keep.ts'
import { settleOf } from './usage-row.ts'

type Refused = Parameters<typeof settleOf>[0] & { is_plain?: boolean }

/** Refuses a request as a whole, and keeps that for the Errors screen. */
export async function refuse(gate: Gate, call: Refused, code: Code, more = '', cause?: RefusalCause): Promise<Reply> {
  const reply = refused(code, call.since_ms, more)
  if (call.is_plain) reply.http = plainStatus(code)
  if (!mayKeep(gate, call.caller.login_id, code)) return reply
  const message = reply.envelope.status_message
  try {
    const settled = await gate.meter.settle(settleOf(call, { id: call.id, code, message, cause, http: reply.http }))
    if (settled.ok) reply.headers['x-balance'] = decimalText(settled.balance_micros)
  } catch (error) {
    gate.ctx.log.warn({ err: error, code }, 'error row not written')
  }
  return reply
}

/** A call to a path that is not sold still belongs to somebody. */
export const NO_ENTRY = {
  api: 'unknown',
  function_id: 'unknown',
  kind: 'reference',
  price_version: null,
} as const satisfies Partial<Call['entry']>
