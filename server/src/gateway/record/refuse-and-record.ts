import { decimalText } from '@portico/contract/money.ts'
import type { RefusalCause } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import type { Code } from '../wire/codes.ts'
import { type Reply, refused } from '../wire/envelope.ts'
import { plainStatus } from '../wire/plain-status.ts'
import { keepAnswer } from './keep-answer.ts'
import { recordRepeated } from './record-repeated.ts'
import { settleOf } from './usage-row.ts'

type RefusedRequest = Parameters<typeof settleOf>[0] & Parameters<typeof keepAnswer>[1]

/** Why a whole request is refused. */
export interface RequestRefusal {
  code: Code
  /** A sentence after the text of the code. */
  more?: string
  /** The rule that refused it, where money was the reason. */
  cause?: RefusalCause
  headers?: Record<string, string>
}

/** Refuses a whole request and records the refusal for the Errors screen. */
export async function refuseAndRecord(gate: Gate, call: RefusedRequest, refusal: RequestRefusal): Promise<Reply> {
  const reply = refusalReply(call, refusal)
  const recorded = await recordRefusal(gate, call, refusal, reply)
  return recorded ? { ...reply, headers: { ...reply.headers, ...recorded } } : reply
}

function refusalReply({ since_ms, is_plain }: RefusedRequest, { code, more, headers }: RequestRefusal): Reply {
  const reply = refused(code, since_ms, more)
  return { ...reply, ...(is_plain && { http: plainStatus(code) }), headers: { ...headers, ...reply.headers } }
}

/** Returns the headers that the record adds to the reply; without the record the caller is refused all the same. */
async function recordRefusal(
  gate: Gate,
  call: RefusedRequest,
  { code, cause }: RequestRefusal,
  reply: Reply,
): Promise<Record<string, string> | undefined> {
  try {
    const message = reply.envelope.status_message
    const settle = settleOf(call, { id: call.id, code, message, cause, http: reply.http })
    const settled = await recordRepeated(gate, settle, (one) => {
      keepAnswer(gate, call, { id: call.id, code, reply })
      return gate.meter.settle(one)
    })
    return settled?.ok ? { 'x-balance': decimalText(settled.balance_micros) } : undefined
  } catch (error) {
    gate.ctx.log.warn({ err: error, code }, 'error row not written')
    return undefined
  }
}

/** Replaces the entry of an unknown path: the refused call is still recorded for its login. */
export const NO_ENTRY = {
  api: 'unknown',
  function_id: 'unknown',
  kind: 'reference',
  price_version: null,
} as const satisfies Partial<Call['entry']>
