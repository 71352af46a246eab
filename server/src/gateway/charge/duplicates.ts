import { CODE } from '@portico/contract/codes.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { countUse, giveBackUse } from '#http/limits-store.ts'
import type { Call, Gate } from '../gate.ts'
import { failed, type Outcome, type PreparedTask } from '../record/prepared-task.ts'
import { canonical, digest } from '../wire/canonical.ts'
import { CODES } from '../wire/codes.ts'

const SPANS = [
  { span: 'hour', length_ms: HOUR_MS, code: CODE.duplicatesPerHour },
  { span: 'day', length_ms: 24 * HOUR_MS, code: CODE.duplicatesPerDay },
] as const
/** Fields that do not distinguish tasks: they only control how a task is delivered. */
const IGNORED_FIELDS = ['tag', 'pingback_url', 'postback_url', 'postback_data', 'priority']

/** Counts a task against the login's limits of identical tasks. Returns an outcome when a limit is exceeded. */
export async function countDuplicate(gate: Gate, call: Call, preparedTask: PreparedTask): Promise<Outcome | undefined> {
  for (const { key, limit, window_start, code } of countersOf(call, preparedTask)) {
    if ((await countUse(gate.ctx.db, key, window_start)) <= limit) continue
    await giveBackUse(gate.ctx.db, key)
    return failed(code, CODES[code])
  }
  return undefined
}

/** Takes back the count of a task that was refused afterwards. */
export async function uncountDuplicate(gate: Gate, call: Call, preparedTask: PreparedTask): Promise<void> {
  for (const { key } of countersOf(call, preparedTask)) {
    await giveBackUse(gate.ctx.db, key)
  }
}

function countersOf({ caller, entry, at }: Call, { task }: PreparedTask) {
  const limits = SPANS.flatMap((one) => {
    const limit = caller.duplicates[one.span]
    return limit === null ? [] : [{ ...one, limit }]
  })
  if (limits.length === 0) return []
  const compared = Object.fromEntries(Object.entries(task).filter(([name]) => !IGNORED_FIELDS.includes(name)))
  const hash = digest(entry.id, canonical(compared)).toString('base64url')
  return limits.map(({ span, length_ms, code, limit }) => ({
    key: `gateway-same-${span}:${caller.login_id}:${hash}`,
    limit,
    code,
    window_start: new Date(Math.floor(at.getTime() / length_ms) * length_ms),
  }))
}
