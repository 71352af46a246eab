import { statusClass } from '@portico/contract/code-facts.ts'
import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { newCallId } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import { inTx } from '#db/tx.ts'
import type { Funds } from './metered-call.ts'
import { insertRefusal, type RefusalRow } from './refusal-store.ts'
import { accountOfLogin, type Booking, insertAccount, insertBooking, type WorldAccount, worldAccount } from './store.ts'
import { isFunded, trialCredit } from './trial-store.ts'
import { insertWebhookError, type WebhookErrorRow } from './webhook-error-store.ts'

/**
 * Money in integer micros, double entry, rows only ever inserted: the database refuses an update, a delete and a
 * transaction that does not sum to zero. The same booking id counts once. Further public APIs of the ledger:
 * `books/` (checks, revenue), `jobs/` (rollups, retention), `limits/` (spend limits)
 * and `outgoing/` (transfers and purchases).
 */

/** Calls whose answers are passed on as they come. */
export { type BegunCalls, openBegunCalls } from './begun-calls.ts'
export { bookingId } from './booking-id.ts'
/** The size of a value as it is stored. */
export { bytesOf, cutRequest } from './cut-request.ts'
/** Records the end of a queued task, once. */
export { endTaskCall, endTaskCalls, takeBackCalls } from './end-task-call.ts'
/** Hold, settle or void a call: committed in groups, answered after the commit, exact across several processes. */
export { holdIn, type Meter, openMeter } from './meter.ts'
export { heldLeases } from './meter-store.ts'
export type { Refusal, RefusalCause, SettleOutcome, SettleRequest } from './metered-call.ts'
/** SQL of single calls, in which the outcome of a finished task replaces its posting. */
export { FINAL_CALLS } from './outcome-store.ts'
/** Refunds one call, in full or in part, once. */
export { callMoney, refundCall } from './refund-call.ts'
/** Every change of a login's balance in a period, calls summed by UTC day and API, with the balance after each line. */
export { readStatement } from './statement-store.ts'
/** Looks up the booking with an id, so that a repeated request can be compared with it. */
export { bookingWith, holdMetrics, WORLD_USAGE_ID } from './store.ts'
/** Units whose price depends on what the account used this month: reserved before a call, counted once after it. */
export { countVolume, releaseVolume, reserveVolume } from './volume.ts'

export async function openAccount(ctx: Pick<Ctx, 'db'>, login: { id: number; login: string }): Promise<void> {
  await insertAccount(ctx.db, login.id, `login:${login.login}`)
}

export async function balanceOf(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<Micros> {
  return (await fundsOf(ctx, login_id)).balance_micros
}

/** The booked balance, and the part of it that is held by calls in progress. */
export async function fundsOf(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<Funds & { floor_micros: Micros }> {
  const account = await accountOfLogin(ctx.db, login_id)
  if (!account) throw new Problem('unknown_login')
  const { balance_micros, held_micros, floor_micros } = account
  return { balance_micros, held_micros, floor_micros }
}

/**
 * The booked balance and the rest of the trial credit: 0 of 0 before any money came in, null once any other money did, by
 * payment or by the operator. The balance is read first: a payment in between ends the trial of an old balance, and never
 * adds its money to a trial.
 */
export async function creditIn(ctx: Pick<Ctx, 'db'>, login_id: number) {
  const account = await accountOfLogin(ctx.db, login_id)
  if (!account) throw new Problem('unknown_login')
  const { id, balance_micros } = account
  if (await isFunded(ctx.db, id)) return { balance_micros, trial: null }
  const { trial_micros: total_micros } = await trialCredit(ctx.db, id)
  return { balance_micros, trial: { left_micros: Math.min(Math.max(0, balance_micros), total_micros), total_micros } }
}

export async function hasTrialCredit(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<boolean> {
  const account = await accountOfLogin(ctx.db, login_id)
  return account !== undefined && (await trialCredit(ctx.db, account.id)).trial_micros > 0
}

/** Gives credit in the name of the operator, or takes it back if negative; returns whether this id was new. */
export async function bookGift(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  gift: { id: string; login_id: number; amount_micros: Micros; memo: string; actor: string; kind?: 'correction' },
): Promise<boolean> {
  const account = await accountOfLogin(ctx.db, gift.login_id)
  if (!account) throw new Problem('unknown_login')
  const { id, memo, actor, amount_micros } = gift
  return book(ctx, gift.login_id, {
    id,
    kind: gift.kind ?? (amount_micros > 0 ? 'gift' : 'correction'),
    memo,
    actor,
    at: ctx.clock.now(),
    entries: [
      { account_id: account.id, amount_micros },
      { account_id: await worldAccount(ctx.db, 'world:gifts'), amount_micros: -amount_micros },
    ],
  })
}

/**
 * Books money between a login and the outside world, positive into the login; returns false for a repeated id, which changes
 * nothing. It may take a balance below zero (a dispute does); a caller that must not do so checks first, with the account locked.
 */
export async function bookMoney(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  money: Pick<Booking, 'id' | 'kind' | 'memo' | 'actor'> & {
    login_id: number
    world: WorldAccount
    amount_micros: Micros
  },
): Promise<boolean> {
  const { login_id, world, amount_micros, ...about } = money
  const account = await accountOfLogin(ctx.db, login_id)
  if (!account) throw new Problem('unknown_login')
  return book(ctx, login_id, {
    ...about,
    at: ctx.clock.now(),
    entries: [
      { account_id: account.id, amount_micros },
      { account_id: await worldAccount(ctx.db, world), amount_micros: -amount_micros },
    ],
  })
}

/** The notification is part of the transaction, so that it is sent when, and only when, the booking is committed. */
function book(ctx: Pick<Ctx, 'db'>, login_id: number, booking: Booking): Promise<boolean> {
  return inTx(ctx.db, async (tx) => {
    const isFresh = await insertBooking(tx, booking)
    if (isFresh) await notifyChanges(tx, [login_id])
    return isFresh
  })
}

/** Records a webhook that could not be delivered for the Errors screen; it costs nothing and counts nowhere else. */
export async function recordWebhookError(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  row: Omit<WebhookErrorRow, 'id' | 'class'>,
): Promise<string> {
  const id = newCallId(ctx.clock.now())
  await insertWebhookError(ctx.db, { ...row, id, class: statusClass(row.code) })
  return id
}

/** Records a call that was refused before authentication for the Errors screen; it costs nothing and counts in no usage. */
export function recordRefusal(ctx: Pick<Ctx, 'db'>, row: Omit<RefusalRow, 'class'>): Promise<void> {
  return insertRefusal(ctx.db, { ...row, class: statusClass(row.code) })
}
