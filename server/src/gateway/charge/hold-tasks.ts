import { CODE } from '@portico/contract/codes.ts'
import type { Volume } from '@portico/contract/price-rates.ts'
import { isBudget, limitReached } from '@portico/contract/spend-scopes.ts'
import type { Refusal } from '#ledger/index.ts'
import { type Call, functionOf, type Gate } from '../gate.ts'
import { failed, type Outcome, type PreparedTask, tagOf } from '../record/prepared-task.ts'
import { CODES } from '../wire/codes.ts'
import { countDuplicate, uncountDuplicate } from './duplicates.ts'
import { amountToHold, releaseMonth } from './monthly.ts'

interface Hold {
  /** Undefined: the task may run. */
  outcome?: Outcome | undefined
  balance_micros?: number
  held_micros?: number
  volume?: Volume
}

/** Counts each task and holds what it may cost. Returns an outcome for each refused task, and the balance if money was held. */
export async function holdTasks(gate: Gate, call: Call, preparedTasks: PreparedTask[]) {
  if (call.is_sandbox) return { tasks: preparedTasks, balance_micros: undefined }
  const counted: Hold[] = []
  // One after another: a hundred tasks must not use a hundred connections.
  for (const one of preparedTasks) counted.push({ outcome: one.outcome ?? (await countDuplicate(gate, call, one)) })
  const holds = await Promise.all(
    preparedTasks.map((one, n) => (counted[n]?.outcome ? counted[n] : holdTask(gate, call, one))),
  )
  return {
    tasks: preparedTasks.map((one, n) => {
      const { outcome, held_micros = one.held_micros, volume = one.volume } = holds[n] ?? {}
      return { ...one, held_micros, volume, outcome }
    }),
    balance_micros: holds.find(({ balance_micros }) => balance_micros !== undefined)?.balance_micros,
  }
}

async function holdTask(gate: Gate, call: Call, preparedTask: PreparedTask): Promise<Hold> {
  const { amount_micros, volume } = await amountToHold(gate, call, preparedTask)
  if (amount_micros === 0) return { held_micros: 0, volume }
  const { api } = call.entry
  const tag = tagOf(preparedTask.task)
  const held = await gate.meter.hold({
    id: preparedTask.id,
    login_id: call.caller.login_id,
    member_id: call.caller.member_id,
    agent_id: call.caller.agent?.id ?? null,
    // Only where it is counted: calls with different tags share no lease.
    tag: tag !== null && call.caller.budget_tags.includes(tag) ? tag : null,
    api,
    function: functionOf(call.entry),
    amount_micros,
  })
  if (held.ok) return { held_micros: amount_micros, volume, balance_micros: held.balance_micros }
  releaseMonth(gate, [preparedTask])
  await uncountDuplicate(gate, call, preparedTask)
  if (!('scope' in held)) return { outcome: failed(CODE.balanceUnchecked) }
  return { outcome: outcomeOf(held, call.caller.agent?.key?.name), balance_micros: held.balance_micros }
}

function outcomeOf(refusal: Refusal, key_name: string | undefined): Outcome {
  const { reason, scope, limit_micros } = refusal
  const cause = { reason, scope, limit_micros: reason === 'balance' ? null : limit_micros }
  // An empty balance has its own code: it stops every paid call, unlike a balance that is too low for this one.
  if (reason === 'balance')
    return limit_micros <= 0
      ? failed(CODE.balanceEmpty, CODES[CODE.balanceEmpty], cause)
      : failed(CODE.balanceTooLow, CODES[CODE.balanceTooLow], cause)
  if (reason === 'total')
    return failed(CODE.costLimit, `${CODES[CODE.costLimit]} The total ${limitReached(refusal, key_name)}.`, cause)
  if (isBudget(reason))
    return failed(
      CODE.costLimit,
      `${CODES[CODE.costLimit]} Your monthly budget${reason === 'login_budget' ? ' for this login' : ''}: the ${limitReached(refusal)}; it starts again at 00:00 UTC on the first of the month.`,
      cause,
    )
  return failed(
    CODE.costLimit,
    `${CODES[CODE.costLimit]} Your daily ${limitReached(refusal, key_name)}; it resets at 00:00 UTC.`,
    cause,
  )
}
