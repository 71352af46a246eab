import { CODE } from '@portico/contract/codes.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { newCallId } from '#crypto/call-id.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import { recordRefusal } from '#ledger/index.ts'
import { functionOf, type Gate, type GateCtx, type WrongPassword, type WrongPasswords } from '../gate.ts'
import { NO_ENTRY } from '../record/refuse-and-record.ts'
import { methodOf } from '../record/usage-row.ts'
import { CODES } from '../wire/codes.ts'
import { loginsNamed } from './failure-store.ts'

const NOTED_MAX = 10_000
/** Limits rows per login and hour over all processes, so that guessing fills neither the customer's list nor the database. */
const ROWS_PER_HOUR: Limit = { name: 'wrong-password', max: 20, window_ms: 60 * MINUTE_MS }

type Tries = WrongPassword & { minute_ms: number; count: number; stored: number }

/**
 * Collects wrong API passwords per minute, login and address: one row soon after the first, and one for all others when the minute
 * is over. They are not calls of the customer and count in no usage, rate or alert.
 */
export function openWrongPasswords(ctx: GateCtx, catalogue: Gate['catalogue']): WrongPasswords {
  const noted = new Map<string, Tries>()

  /** The row that is due for an address; from the second row on it has an id of its own. */
  function dueOf(tries: Tries, now: Date): { id: string; count: number } | undefined {
    const count = tries.count - tries.stored
    const is_first = tries.stored === 0
    if (count === 0 || (!is_first && !isOver(tries, now))) return undefined
    return { id: is_first ? tries.id : newCallId(now), count }
  }

  async function recordOne(tries: Tries, login_id: number, now: Date): Promise<number> {
    const due = dueOf(tries, now)
    if (!due) return 0
    tries.stored += due.count
    if (!(await isWithin(ctx, { limit: ROWS_PER_HOUR, of: String(login_id) }))) return 0
    const found = catalogue.find(tries.method, tries.path)
    const entry = found?.entry ?? NO_ENTRY
    const { ip, path, is_sandbox, ended_key } = tries
    const what = ended_key ? `The API key "${ended_key.name}" no longer works; it was used` : 'The password was wrong,'
    await recordRefusal(ctx, {
      id: due.id,
      login_id,
      api: entry.api,
      function: functionOf(entry),
      method: methodOf(entry.kind),
      // An unknown path could be any text of the guesser's, so it is not stored.
      path: found ? path : '/v3',
      code: CODE.unauthorized,
      message: `${CODES[CODE.unauthorized]} ${what} ${due.count === 1 ? 'once' : `${due.count} times`}.`,
      http_status: 401,
      ip,
      is_sandbox,
      agent_id: ended_key?.id ?? null,
      http_method: tries.method,
      repeats: due.count - 1,
    })
    return 1
  }

  return {
    note(wrong) {
      const now_ms = ctx.clock.now().getTime()
      const minute_ms = now_ms - (now_ms % MINUTE_MS)
      const key = `${minute_ms} ${wrong.ip} ${wrong.login} ${wrong.ended_key?.id ?? ''}`
      const tries = noted.get(key)
      if (tries) tries.count += 1
      else if (noted.size < NOTED_MAX) noted.set(key, { ...wrong, minute_ms, count: 1, stored: 0 })
    },
    async record() {
      const now = ctx.clock.now()
      const due = [...noted].filter(([, tries]) => dueOf(tries, now))
      const ids =
        due.length > 0 ? await loginsNamed(ctx.db, [...new Set(due.map(([, { login }]) => login))]) : new Map()
      let rows = 0
      for (const [, tries] of due) {
        const login_id = ids.get(tries.login)
        if (login_id === undefined) tries.stored = tries.count
        else rows += await recordOne(tries, login_id, now)
      }
      for (const [key, tries] of noted) if (isOver(tries, now) && tries.stored === tries.count) noted.delete(key)
      return rows
    },
  }
}

function isOver({ minute_ms }: Tries, now: Date): boolean {
  return now.getTime() >= minute_ms + MINUTE_MS
}
