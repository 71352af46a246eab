import { limitReached } from '@portico/contract/spend-scopes.ts'
import type { Refusal } from '#ledger/index.ts'
import { type Call, functionOf, type Gate } from '../gate.ts'
import { failed, type Outcome, type PreparedTask } from '../record/prepared-task.ts'
import { CODES } from '../wire/codes.ts'
import { countDuplicate, uncountDuplicate } from './duplicates.ts'

/** Counts and holds what each task may cost; those that may not go on get their outcome. Says the balance, where it was asked. */
export async function holdTasks(gate: Gate, call: Call, preparedTasks: PreparedTask[]): Promise<number | undefined> {
  if (call.is_sandbox) return undefined
  // One after another: a hundred tasks must not ask for a hundred connections.
  for (const work of preparedTasks) work.outcome ??= await countDuplicate(gate, call, work)
  const balances = await Promise.all(
    preparedTasks.map((work) => (work.outcome ? undefined : holdWork(gate, call, work))),
  )
  return balances.find((balance) => balance !== undefined)
}

async function holdWork(gate: Gate, call: Call, work: PreparedTask): Promise<number | undefined> {
  const amount_micros = work.quote.max_micros
  if (amount_micros === 0) return undefined
  const { api } = call.entry
  const held = await gate.meter.hold({
    id: work.id,
    login_id: call.caller.login_id,
    member_id: call.caller.member_id,
    agent_id: call.caller.agent?.id ?? null,
    api,
    function: functionOf(call.entry),
    amount_micros,
  })
  if (held.ok) return held.balance_micros
  await uncountDuplicate(gate, call, work)
  if (!('scope' in held)) {
    work.outcome = failed(50001, CODES[50001])
    return undefined
  }
  work.outcome = outcomeOf(held)
  return held.balance_micros
}

function outcomeOf(refusal: Refusal): Outcome {
  const { reason, scope, limit_micros } = refusal
  const cause = { reason, scope, limit_micros: reason === 'balance' ? null : limit_micros }
  // Nothing there at all is said otherwise than too little: the first stops everything that costs.
  if (reason === 'balance')
    return limit_micros <= 0 ? failed(40200, CODES[40200], cause) : failed(40210, CODES[40210], cause)
  if (reason === 'total') return failed(40203, `${CODES[40203]} The total ${limitReached(refusal)}.`, cause)
  return failed(40203, `${CODES[40203]} Your daily ${limitReached(refusal)}; it resets at 00:00 UTC.`, cause)
}
