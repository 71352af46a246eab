import { isPeriod, PERIOD_MAX_DAYS } from '@portico/contract/billing.ts'
import { CODE } from '@portico/contract/codes.ts'
import { currency } from '@portico/contract/currency.ts'
import { momentMs } from '@portico/contract/moment.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { may } from '@portico/contract/permissions.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { roleAt } from '#access/index.ts'
import { shownLine } from '#billing/index.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import { readStatement } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { type FreeResult, failure, ok } from '../record/free-reply.ts'
import type { Task } from '../wire/read-request.ts'
import { daysOf } from './days-of.ts'

const DAYS = 30
/** Every request reads the whole period. */
const STATEMENTS: Limit = { name: 'balance-history', max: 60, window_ms: 60 * 1000 }

/** `appendix/balance_history`: the statement of the login, with the lines and permissions of the Balance history screen. */
export async function balanceHistory(gate: Gate, { caller, at }: Call, task: Task): Promise<FreeResult> {
  if (!(await maySeeMoney(gate.ctx, caller)))
    return failure(CODE.notAllowed, 'The balance history is for the owner and finance.')
  if (!(await isWithin(gate.ctx, { limit: STATEMENTS, of: String(caller.login_id) })))
    return failure(CODE.rateLimit, `The balance history can be read ${STATEMENTS.max} times a minute.`)
  const { from, to } = daysOf(task, at, DAYS)
  if (!isPeriod({ from, to }))
    return failure(
      CODE.invalidField,
      `'date_from' and 'date_to' are UTC days such as 2026-03-02, at most ${PERIOD_MAX_DAYS} of them.`,
    )
  const span = { from: new Date(momentMs(from)), to: new Date(momentMs(to) + DAY_MS) }
  const { lines, ...sums } = await readStatement(gate.ctx.db, caller.login_id, span)
  const offset = numberOf(task.offset, 0)
  const page = lines.slice(offset, offset + numberOf(task.limit, 100))
  return ok([
    {
      login: caller.login,
      currency: currency(),
      date_from: from,
      date_to: to,
      opening_balance: microsToUnits(sums.opening_micros),
      money_in: microsToUnits(sums.in_micros),
      money_out: microsToUnits(sums.out_micros),
      closing_balance: microsToUnits(sums.closing_micros),
      total_count: lines.length,
      items_count: page.length,
      items: page.map((line) => {
        const {
          day,
          at: time,
          kind,
          api,
          count,
          about,
          amount_micros,
          balance_micros,
        } = shownLine(gate.catalogue, line)
        return {
          date: day,
          datetime: time && `${time.slice(0, 19).replace('T', ' ')} +00:00`,
          type: kind,
          api: api?.id ?? null,
          count,
          reference: about || null,
          amount: microsToUnits(amount_micros),
          balance: microsToUnits(balance_micros),
        }
      }),
    },
  ])
}

/** The login's own password is its owner’s; a member needs the role that the screen needs, and agents never see money. */
export async function maySeeMoney(
  ctx: Gate['ctx'],
  { owner_id, member_id, agent }: Pick<Call['caller'], 'owner_id' | 'member_id' | 'agent'>,
): Promise<boolean> {
  if (agent && !agent.key) return false
  return member_id === null || may(await roleAt(ctx, owner_id, member_id), 'add_funds')
}

export function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
