import { CODE } from '@portico/contract/codes.ts'
import { limitReached } from '@portico/contract/spend-scopes.ts'
import type { Refusal } from '#ledger/index.ts'
import { type Call, functionOf, type Gate } from '../gate.ts'
import { failed, type Outcome, type PreparedTask } from '../record/prepared-task.ts'
import { CODES } from '../wire/codes.ts'
import { countDuplicate, uncountDuplicate } from './duplicates.ts'
import { amountToHold, releaseMonth } from './monthly.ts'

/** Counts each task and holds what it may cost; a refused task gets its outcome. Returns the balance if money was held. */
export async function holdTasks(gate: Gate, call: Call, preparedTasks: PreparedTask[]): Promise<number | undefined> {
  if (call.is_sandbox) return undefined
  // One after another: a hundred tasks must not use a hundred connections.
  for (const preparedTask of preparedTasks) preparedTask.outcome ??= await countDuplicate(gate, call, preparedTask)
  const balances = await Promise.all(
    preparedTasks.map((preparedTask) => (preparedTask.outcome ? undefined : holdTask(gate, call, preparedTask))),
  )
  return balances.find((balance) => balance !== undefined)
}

async function holdTask(gate: Gate, call: Call, preparedTask: PreparedTask): Promise<number | undefined> {
  const amount_micros = await amountToHold(gate, call, preparedTask)
  preparedTask.held_micros = amount_micros
  if (amount_micros === 0) return undefined
  const { api } = call.entry
  const held = await gate.meter.hold({
    id: preparedTask.id,
    login_id: call.caller.login_id,
    member_id: call.caller.member_id,
    agent_id: call.caller.agent?.id ?? null,
    api,
    function: functionOf(call.entry),
    amount_micros,
  })
  if (held.ok) return held.balance_micros
  releaseMonth(gate, [preparedTask])
  await uncountDuplicate(gate, call, preparedTask)
  if (!('scope' in held)) {
    preparedTask.outcome = failed(CODE.balanceUnchecked)
    return undefined
  }
  preparedTask.outcome = outcomeOf(held)
  return held.balance_micros
}

function outcomeOf(refusal: Refusal): Outcome {
  const { reason, scope, limit_micros } = refusal
  const cause = { reason, scope, limit_micros: reason === 'balance' ? null : limit_micros }
  // An empty balance has its own code: it stops every paid call, unlike a balance that is too low for this one.
  if (reason === 'balance')
    return limit_micros <= 0
      ? failed(CODE.balanceEmpty, CODES[CODE.balanceEmpty], cause)
      : failed(CODE.balanceTooLow, CODES[CODE.balanceTooLow], cause)
  if (reason === 'total')
    return failed(CODE.costLimit, `${CODES[CODE.costLimit]} The total ${limitReached(refusal)}.`, cause)
  return failed(
    CODE.costLimit,
    `${CODES[CODE.costLimit]} Your daily ${limitReached(refusal)}; it resets at 00:00 UTC.`,
    cause,
  )
}
