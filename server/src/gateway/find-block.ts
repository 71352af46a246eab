import { CODE } from '@portico/contract/codes.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import type { InsideCaller } from '#access/index.ts'
import type { Entry } from '#catalogue/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import { inUndoneTx } from '#db/tx.ts'
import { holdIn, type Refusal } from '#ledger/index.ts'
import { callerRefusal } from './admit/authorize-call.ts'
import { chargeRefusal } from './charge/charge-tasks.ts'
import { holdTasks } from './charge/hold-tasks.ts'
import type { Call, Gate } from './gate.ts'
import { prepare } from './record/prepared-task.ts'

export interface Block {
  code: number
  /** The limit it met, when money was the reason. */
  refusal?: Refusal
}

interface BlockInput {
  as: InsideCaller
  ip: string
  entry: Entry
  mode: PlaygroundMode
  task: Record<string, unknown>
}

/**
 * Finds what would refuse a task if it were sent now. The code that decides for a real call decides here, and what it counts and
 * holds is rolled back. An invalid task returns undefined: its form shows the faults.
 */
export async function findBlock(gate: Gate, { as, ip, entry, mode, task }: BlockInput): Promise<Block | undefined> {
  const caller = await gate.callers.named(as)
  if (!caller) return { code: CODE.unauthorized }
  const refusal = callerRefusal(caller, ip)
  if (refusal) return { code: refusal.code }
  if (entry.kind !== 'live' && entry.kind !== 'task_post') return undefined
  const at = gate.ctx.clock.now()
  const call: Call = {
    id: newCallId(at),
    caller,
    entry,
    params: {},
    raw_params: {},
    method: entry.http_method,
    path: entry.path,
    query: {},
    is_sandbox: mode === 'sandbox',
    ip,
    at,
    since_ms: performance.now(),
    idempotency_key: undefined,
    max_cost: undefined,
    is_short: false,
    is_plain: entry.plain !== null,
    sent: { search: '', headers: {} },
  }
  const charged = chargeRefusal(gate, call)
  return charged ? { code: charged.code } : inUndoneTx(gate.ctx.db, (tx) => holdBlock(gate, tx, call, task))
}

async function holdBlock(gate: Gate, db: Gate['ctx']['db'], call: Call, task: Record<string, unknown>) {
  const preparedTasks = prepare(gate, call, [gate.catalogue.plainTypes(call.entry, task)])
  if (preparedTasks.some(({ outcome }) => outcome)) return undefined
  let refusal: Refusal | undefined
  const hold: Gate['meter']['hold'] = async (request) => {
    const held = await holdIn(db, request)
    if (!held.ok && 'scope' in held) refusal = held
    return held
  }
  const trial = { ...gate, ctx: { ...gate.ctx, db }, meter: { ...gate.meter, hold } }
  const { tasks } = await holdTasks(trial, call, preparedTasks)
  const code = tasks[0]?.outcome?.code
  return code === undefined ? undefined : { code, ...(refusal && { refusal }) }
}
