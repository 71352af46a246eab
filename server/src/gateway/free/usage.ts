import { CODE } from '@portico/contract/codes.ts'
import { currency } from '@portico/contract/currency.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { isRange, RANGE_MAX_DAYS, rangeMs } from '@portico/contract/usage-range.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import { type Dimension, paidSlice, pairSums, withCalls, withSums } from '#traffic/index.ts'
import type { Call, Gate } from '../gate.ts'
import { type FreeResult, failure, ok } from '../record/free-reply.ts'
import type { Task } from '../wire/read-request.ts'
import { numberOf } from './balance-history.ts'
import { daysOf } from './days-of.ts'
import { TOO_FAR, whereTooFar } from './id-list-and-errors.ts'

const DAYS = 30
/** By tag every call of the period is read. */
const QUERIES: Limit = { name: 'usage-query', max: 60, window_ms: 60 * 1000 }
const DIMENSIONS: readonly Dimension[] = ['day', 'api', 'function', 'tag', 'priority', 'status']

/** `appendix/usage`: what the login called and spent in a period by one dimension or two, with the sums of the Usage screen. */
export async function usageByGroup(gate: Gate, { caller, at, is_sandbox }: Call, task: Task): Promise<FreeResult> {
  if (caller.agent && !caller.agent.key) return failure(CODE.notAllowed, 'Agents do not see what an account spends.')
  if (!(await isWithin(gate.ctx, { limit: QUERIES, of: String(caller.login_id) })))
    return failure(CODE.rateLimit, `Usage can be read ${QUERIES.max} times a minute.`)
  const { from, to } = daysOf(task, at, DAYS)
  if (!isRange({ from, to }))
    return failure(
      CODE.invalidField,
      `'date_from' and 'date_to' are UTC days such as 2026-03-02, at most ${RANGE_MAX_DAYS} of them.`,
    )
  const group_by = dimensionsOf(task.group_by)
  if (!group_by)
    return failure(CODE.invalidField, `'group_by' is one or two of ${DIMENSIONS.join(', ')}, separated by a comma.`)
  const { from_ms, to_ms } = rangeMs({ from, to })
  const slice = { ...paidSlice([caller.login_id], [from_ms, to_ms]), is_sandbox }
  const page = { limit: numberOf(task.limit, 100), offset: numberOf(task.offset, 0) }
  const withRows = group_by.includes('tag') ? withCalls : withSums
  const sumsOf = (some: typeof page) =>
    withRows(gate.ctx, slice, (found) => pairSums(gate.ctx.db, found, group_by, some)).catch(whereTooFar)
  const sums = await sumsOf(page)
  if (!sums) return failure(CODE.invalidField, TOO_FAR)
  // Rows have the number of all of them; after the last one the first is read again for it.
  const [first] = sums.length > 0 ? sums : ((await sumsOf({ limit: 1, offset: 0 })) ?? [])
  return ok([
    {
      login: caller.login,
      currency: currency(),
      date_from: from,
      date_to: to,
      group_by,
      total_count: first?.total ?? 0,
      items_count: sums.length,
      items: sums.map((sum) => ({
        ...Object.fromEntries(group_by.map((name, index) => [name, keyAsSent(name, sum.keys[index])])),
        requests: sum.requests,
        tasks: sum.tasks,
        failed: sum.errors,
        results: sum.results,
        cost: microsToUnits(sum.cost_micros),
      })),
    },
  ])
}

/** A call without a tag has none; a priority is a number as in a task. */
function keyAsSent(name: Dimension, key = ''): string | number | null {
  if (name === 'priority') return Number(key)
  return key === '' ? null : key
}

function dimensionsOf(value: unknown): Dimension[] | undefined {
  const names = String(value ?? 'api')
    .split(',')
    .map((name) => name.trim())
  const known = names.flatMap((name) => DIMENSIONS.find((one) => one === name) ?? [])
  const is_right = known.length === names.length && names.length <= 2 && new Set(names).size === names.length
  return is_right ? known : undefined
}
