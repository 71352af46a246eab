import type { Micros } from '@portico/contract/money.ts'
import type { Counted } from '@portico/contract/price.ts'
import type { Volume } from '@portico/contract/price-rates.ts'
import { countVolume, releaseVolume, reserveVolume } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import type { EndedTask, PreparedTask } from '../record/prepared-task.ts'

/** What has to be held for a task: its highest price, less the free units of the month that are reserved for it. */
export async function amountToHold(
  gate: Gate,
  call: Call,
  { id, quote }: PreparedTask,
): Promise<{ amount_micros: Micros; volume: Volume }> {
  if (!quote.monthly) return { amount_micros: quote.max_micros, volume: {} }
  const volume = await reserveVolume(gate.ctx, { id, login_id: call.caller.login_id }, quote.monthly)
  const free = Object.fromEntries(Object.entries(volume).map(([unit, of]) => [unit, of.free]))
  return { amount_micros: quote.held(free), volume }
}

/** The price of a task that ran, where it depends on what the account used this month. */
export async function chargeByMonth(gate: Gate, call: Call, endedTask: EndedTask): Promise<EndedTask> {
  const { id, quote, outcome } = endedTask
  const { counted, passing } = outcome
  // A stream is counted when it ends.
  if (call.is_sandbox || !quote.monthly || passing?.is_stream) return endedTask
  if (!counted) {
    await releaseVolume(gate.ctx, [id])
    return endedTask
  }
  return { ...endedTask, outcome: { ...outcome, cost_micros: await countMonth(gate, call, endedTask, counted) } }
}

/** Counts a task for its month, once, and returns its price. */
export async function countMonth(
  gate: Gate,
  { caller: { login_id } }: Call,
  { id, quote, held_micros }: PreparedTask,
  counted: Counted,
): Promise<Micros> {
  if (!quote.monthly) return quote.charge(counted, {}).micros
  const micros = await countVolume(gate.ctx, { id, login_id }, quote.monthly, (volume) => quote.charge(counted, volume))
  return Math.min(micros, held_micros)
}

/** Tasks that are not charged after all use nothing of the month. A failure is mended by the job that releases lost volume. */
export function releaseMonth(gate: Gate, preparedTasks: PreparedTask[]): void {
  const ids = preparedTasks.filter(({ quote }) => quote.monthly).map(({ id }) => id)
  releaseVolume(gate.ctx, ids).catch((error) => gate.ctx.log.warn({ err: error }, 'monthly units not released'))
}
