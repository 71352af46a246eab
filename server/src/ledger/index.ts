import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { newCallId } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { notifyChanges } from './announce-store.ts'
import { callingAddresses, newestCalls } from './call-store.ts'
import type { Funds } from './metered-call.ts'
import { failedOutcomes } from './outcome-store.ts'
import { insertRefusal, type RefusalRow } from './refusal-store.ts'
import { statusClass } from './status-class.ts'
import { accountOfLogin, type Booking, insertAccount, insertBooking, type WorldAccount, worldAccount } from './store.ts'
import { trialCredit } from './trial-store.ts'
import { insertWebhookError, type WebhookErrorRow } from './webhook-error-store.ts'

/**
 * Money in integer micros, double entry, rows only ever inserted: the database refuses an update, a delete and a
 * transaction that does not sum to zero. The same booking id counts once. Further public APIs of the ledger:
 * `books/` (checks, revenue), `jobs/` (rollups, retention) and `limits/` (spend limits).
 */

/** Every process listens on this channel and learns, right after the commit, which logins have another balance or more calls. */
export { CHANGES_CHANNEL, readChanges } from './announce-store.ts'
export { bookingId, transferId } from './booking-id.ts'
/** The size of a value as it is stored. */
export { bytesOf } from './cut-request.ts'
/** Records the end of a queued task, once. */
export { endTaskCall, endTaskCalls, takeBackCalls } from './end-task-call.ts'
/** Calls in progress, for the metrics. */
export { holdMetrics } from './hold-metrics-store.ts'
/** Makes processes give back the money they hold in advance for calls to come; for those who take money otherwise. */
export { recallLeases } from './leases/recall.ts'
/** Hold, settle or void a call: committed in groups, answered after the commit, exact across several processes. */
export { holdIn, type Meter, openMeter } from './meter.ts'
export type { Refusal, RefusalCause, SettleRequest } from './metered-call.ts'
/** SQL of single calls, in which the outcome of a finished task replaces its posting. */
export { FINAL_CALLS } from './outcome-store.ts'
/** Takes the price of a purchase, once for each id, and never more than calls leave free. */
export { bookPurchase } from './purchase.ts'
/** Refunds one call, in full or in part, once. */
export { refundCall } from './refund-call.ts'
/** Every change of a login's balance in a period, calls summed by UTC day and API, with the balance after each line. */
export { readStatement, type StatementLine } from './statement-store.ts'
/** Looks up the booking with an id, so that a repeated request can be compared with it. */
export { bookingWith, WORLD_USAGE_ID } from './store.ts'
/** The upper bounds of the response times that rollups count. */
export { TIME_STEPS_MS } from './time-steps.ts'
/** Moves money between two logins, once for each id, and never more than calls leave free. */
export { bookTransfer, lockMovable, movableOf } from './transfer.ts'

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

/** The rest of the trial credit; null without one, and once any other money came in, by payment or by the operator. */
export async function trialOf(
  ctx: Pick<Ctx, 'db'>,
  login_id: number,
): Promise<{ left_micros: Micros; total_micros: Micros } | null> {
  const account = await accountOfLogin(ctx.db, login_id)
  if (!account) return null
  const { trial_micros, has_more } = await trialCredit(ctx.db, account.id)
  if (has_more || trial_micros <= 0) return null
  return { left_micros: Math.min(Math.max(0, account.balance_micros), trial_micros), total_micros: trial_micros }
}

/** Whether a login has had no money at all, not even trial credit. */
export async function hasHadNoMoney(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<boolean> {
  const account = await accountOfLogin(ctx.db, login_id)
  if (!account) return true
  const { trial_micros, has_more } = await trialCredit(ctx.db, account.id)
  return trial_micros <= 0 && !has_more
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

export function failedTasks(ctx: Pick<Ctx, 'db'>, since: Date): Promise<number> {
  return failedOutcomes(ctx.db, since)
}

/** Makes open pages of this login reload once the transaction is committed, although no money moved. */
export function announceChange(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<void> {
  return notifyChanges(ctx.db, [login_id])
}

/** The last call of each of these logins within ninety days. */
export function lastCalls(ctx: Pick<Ctx, 'db' | 'clock'>, login_ids: number[]): Promise<Map<number, Date>> {
  return newestCalls(ctx.db, login_ids, new Date(ctx.clock.now().getTime() - 90 * DAY_MS))
}

export function recentAddresses(ctx: Pick<Ctx, 'db' | 'clock'>, login_id: number): Promise<string[]> {
  return callingAddresses(ctx.db, login_id, new Date(ctx.clock.now().getTime() - DAY_MS))
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
