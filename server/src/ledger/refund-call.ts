import { CODE } from '@portico/contract/codes.ts'
import { formatMicros, type Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { isCallId } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { bookingId } from './booking-id.ts'
import { type ChargedCall, callsOfRequest, callsOfTask, callWith, endStateOf, insertRefund } from './refund-store.ts'
import { bookingsOfCall, insertBooking, lockAccounts, worldAccount } from './store.ts'
import { deleteVolume } from './volume-store.ts'

/** So many calls of a request are listed where one has to be chosen. */
const NAMED_MAX = 10

export interface CallRefund {
  call_id: string
  task_id: string | null
  owner_id: number
  login_id: number
  amount_micros: Micros
}

/**
 * Refunds the cost of one call, in full or in part, once. The account is locked before anything is read: neither another refund nor
 * the end of its task can come in between. `onRefund` runs in the transaction.
 */
export function refundCall(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  input: { call: string | ChargedCall; amount_micros: Micros | undefined; reason: string; actor: string },
  onRefund: (db: Db, refund: CallRefund) => Promise<void>,
): Promise<CallRefund> {
  return inTx(ctx.db, async (db) => {
    const call = typeof input.call === 'string' ? await callNamed(db, input.call) : input.call
    // A call that is refunded in full leaves its month, whose rows are locked before the account as elsewhere.
    if ((input.amount_micros ?? call.cost_micros) >= call.cost_micros) await deleteVolume(db, [call.id])
    const [account] = await lockAccounts(db, [call.login_id])
    if (!account) throw new Problem('unknown_login')
    const end = await endStateOf(db, call.id)
    const { left_micros, none } = leftOf(call, end)
    if (none) throw wrong(NONE[none](end))
    const amount_micros = input.amount_micros ?? left_micros
    if (amount_micros > left_micros)
      throw new Problem('invalid_input', {
        fields: { amount_micros: `is more than the ${formatMicros(left_micros)} it cost` },
      })
    const refund = {
      call_id: call.id,
      task_id: call.task_id,
      owner_id: call.owner_id,
      login_id: call.login_id,
      amount_micros,
    }
    const about = { account_id: account.id, end_class: end.end_class ?? call.status_class, amount_micros }
    await book(db, call, { ...about, at: ctx.clock.now(), actor: input.actor, reason: input.reason })
    await notifyChanges(db, [call.login_id])
    await onRefund(db, refund)
    return refund
  })
}

type EndState = Awaited<ReturnType<typeof endStateOf>>
type NoRefund = 'refunded' | 'running' | 'free'

const NONE: Record<NoRefund, (end: EndState) => string> = {
  refunded: ({ refunded_micros, refunded_at }) =>
    `was refunded already: ${formatMicros(refunded_micros ?? 0)} at ${refunded_at?.toISOString()}`,
  running: () => 'has not ended yet: a failed task is refunded automatically',
  free: () => 'cost nothing, or all of it was given back when it failed',
}

/** What is left of a call to refund, and why nothing can be. */
function leftOf(call: ChargedCall, end: EndState): { left_micros: Micros; none: NoRefund | null } {
  if (end.refunded_micros !== null) return { left_micros: 0, none: 'refunded' }
  if (call.status_code === CODE.taskCreated && end.end_class === null) return { left_micros: 0, none: 'running' }
  const left_micros = call.cost_micros - end.returned_micros
  return { left_micros, none: left_micros === 0 ? 'free' : null }
}

/** Every booking of a call, oldest first, and what a refund of it would be: undefined where it is no charged call. */
export async function callMoney(ctx: Pick<Ctx, 'db'>, id: string) {
  return { bookings: await bookingsOfCall(ctx.db, id, refundIdOf(id)), refund: await refundState(ctx, id) }
}

/** Without making the refund, which decides again with the account locked. */
async function refundState(ctx: Pick<Ctx, 'db'>, id: string) {
  const call = await callWith(ctx.db, id)
  if (!call) return undefined
  const end = await endStateOf(ctx.db, id)
  const { refunded_micros, refunded_at, actor, reason } = end
  const done =
    refunded_micros === null || refunded_at === null
      ? null
      : { amount_micros: refunded_micros, at: refunded_at, actor: actor ?? '', reason: reason ?? '' }
  return { ...leftOf(call, end), done }
}

function refundIdOf(call_id: string): string {
  return bookingId('refund', `call ${call_id}`)
}

async function book(
  db: Db,
  call: ChargedCall,
  refund: { account_id: number; end_class: string; amount_micros: Micros; at: Date; reason: string; actor: string },
): Promise<void> {
  const { account_id, amount_micros, at, actor, reason } = refund
  const id = refundIdOf(call.id)
  const entries = [
    { account_id, amount_micros },
    { account_id: await worldAccount(db, 'world:usage'), amount_micros: -amount_micros },
  ]
  const memo = `${call.api}/${call.function} ${call.task_id ?? call.id}`
  if (!(await insertBooking(db, { id, kind: 'refund', memo, actor, at, entries })))
    throw new Error(`refund of call ${call.id} is already in the ledger`)
  await insertRefund(db, call, refund.end_class, { amount_micros, booking_id: id, refunded_at: at, actor, reason })
}

/** By the id of its task, or by that of its request where that has one call. */
async function callNamed(db: Db, named: string): Promise<ChargedCall> {
  const of_request = isCallId(named) ? await callsOfRequest(db, named) : []
  // The id of a task may have the form of a call's.
  const calls = of_request.length > 0 ? of_request : await callsOfTask(db, named)
  const [first, ...more] = calls
  if (!first) throw wrong('is no task or request that was charged')
  if (more.length === 0) return first
  const tasks = calls.map(({ task_id, id }) => task_id ?? id)
  const all = tasks.length > NAMED_MAX ? [...tasks.slice(0, NAMED_MAX), `… of ${tasks.length}`] : tasks
  throw wrong(`is a request of several tasks, name one of them: ${all.join(', ')}`)
}

function wrong(why: string): Problem {
  return new Problem('invalid_input', { fields: { call: why } })
}
