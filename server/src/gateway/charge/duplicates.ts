import { countUse, giveBackUse } from '#http/limits-store.ts'
import type { Call, Gate } from '../gate.ts'
import { failed, type Outcome, type PreparedTask } from '../record/prepared-task.ts'
import { canonical, digest } from '../wire/canonical.ts'
import { CODES } from '../wire/codes.ts'

const HOUR_MS = 60 * 60 * 1000
const SPANS = [
  { span: 'hour', length_ms: HOUR_MS, code: 40205 },
  { span: 'day', length_ms: 24 * HOUR_MS, code: 40206 },
] as const
/** How a task is delivered does not make it another one. */
const WITHOUT_WEIGHT = ['tag', 'pingback_url', 'postback_url', 'postback_data', 'priority']

/** Counts a task against the limits of identical ones, where its login has set any; an outcome when there are too many. */
export async function countDuplicate(gate: Gate, call: Call, work: PreparedTask): Promise<Outcome | undefined> {
  for (const { key, limit, window_start, code } of countersOf(call, work)) {
    if ((await countUse(gate.ctx.db, key, window_start)) <= limit) continue
    await giveBackUse(gate.ctx.db, key)
    return failed(code, CODES[code])
  }
  return undefined
}

/** The task did not go on after all: it does not count, and leaves nothing behind. */
export async function uncountDuplicate(gate: Gate, call: Call, work: PreparedTask): Promise<void> {
  for (const { key } of countersOf(call, work)) {
    await giveBackUse(gate.ctx.db, key)
  }
}

function countersOf({ caller, entry, at }: Call, { task }: PreparedTask) {
  const limits = SPANS.flatMap((one) => {
    const limit = caller.duplicates[one.span]
    return limit === null ? [] : [{ ...one, limit }]
  })
  if (limits.length === 0) return []
  const weighty = Object.fromEntries(Object.entries(task).filter(([name]) => !WITHOUT_WEIGHT.includes(name)))
  const hash = digest(entry.id, canonical(weighty)).toString('base64url')
  return limits.map(({ span, length_ms, code, limit }) => ({
    key: `gateway-same-${span}:${caller.login_id}:${hash}`,
    limit,
    code,
    window_start: new Date(Math.floor(at.getTime() / length_ms) * length_ms),
  }))
}
