import type { Micros } from '@portico/contract/money.ts'
import { countVolume, releaseVolume, reserveVolume } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import type { EndedTask, PreparedTask } from '../record/prepared-task.ts'

/** What has to be held for a task: its highest price, less the free units of the month that are reserved for it. */
export async function amountToHold(gate: Gate, call: Call, { id, quote }: PreparedTask): Promise<Micros> {
  if (!quote.monthly) return quote.max_micros
  return quote.held(await reserveVolume(gate.ctx, { id, login_id: call.caller.login_id }, quote.monthly))
}

/** The price of a task that ran, where it depends on what the account used this month. */
export async function chargeByMonth(gate: Gate, call: Call, endedTask: EndedTask): Promise<EndedTask> {
  const { id, quote, outcome, held_micros } = endedTask
  const { counted } = outcome
  if (call.is_sandbox || !quote.monthly) return endedTask
  if (!counted) {
    await releaseVolume(gate.ctx, [id])
    return endedTask
  }
  const { login_id } = call.caller
  const charge = (volume: Parameters<typeof quote.charge>[1]) => quote.charge(counted, volume)
  const micros = await countVolume(gate.ctx, { id, login_id }, quote.monthly, charge)
  return { ...endedTask, outcome: { ...outcome, cost_micros: Math.min(micros, held_micros) } }
}

/** Tasks that are not charged after all use nothing of the month. A failure is mended by the job that releases lost volume. */
export function releaseMonth(gate: Gate, preparedTasks: PreparedTask[]): void {
  const ids = preparedTasks.filter(({ quote }) => quote.monthly).map(({ id }) => id)
  releaseVolume(gate.ctx, ids).catch((error) => gate.ctx.log.warn({ err: error }, 'monthly units not released'))
}
