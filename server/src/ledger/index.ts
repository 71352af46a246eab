import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { notifyChanges } from './announce-store.ts'
import { newCallId } from './call-id.ts'
import { callingAddresses, newestCalls } from './call-store.ts'
import type { Funds } from './metered-call.ts'
import { failedOutcomes } from './outcome-store.ts'
import { insertRefusal, type RefusalRow } from './refusal-store.ts'
import { deleteLimit, limitsOf, putLimit, type SpendLimit, spentEver, spentOn } from './spend-store.ts'
import { statusClass } from './status-class.ts'
import { accountOfLogin, type Booking, insertAccount, insertBooking, type WorldAccount, worldAccount } from './store.ts'
import { trialCredit } from './trial-store.ts'
import { insertWebhookError, type WebhookErrorRow } from './webhook-error-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Where every process hears, within moments of the commit, which logins have another balance or more calls. */
export { CHANGES_CHANNEL, readChanges } from './announce-store.ts'
/** The id of a call, which is the key of its hold, usage row and ledger transaction, and whose digits carry its time. */
export { bookingId, isCallId, newCallId, PROCESS_TAG, timeOfCall, transferId } from './call-id.ts'
/** Compares usage rows, rollups, ledger, balances, limits and holds in one snapshot; each discrepancy is a line. */
export { type BookProgress, type Books, checkBooks, checkBooksSince } from './check-books.ts'
/** Closes days on which nothing more is booked, so that a check need not begin at the first. */
export { closeDays } from './close-days.ts'
/** Which rollup answers for which part of a range, and the steps of a chart over it. */
export { cutRange, type Span, stepsOf } from './cut-range.ts'
/** How many bytes something takes where it is kept. */
export { bytesOf } from './cut-request.ts'
/** Job, every few seconds: sums the hours and days anew whose minutes changed. Repeating it changes nothing. */
export { deriveRollups } from './derive-rollups.ts'
/** Writes down how a queued task ended, once. */
export { endTaskCall, endTaskCalls, takeBackCalls } from './end-task-call.ts'
/** Job, at the start and every hour: partitions for the days to come, retention of parameters and errors. */
/** Addresses of callers do not stay for ever. */
export { eraseAddresses } from './erase-addresses.ts'
/** Calls under way, for figures. */
export { holdMetrics as holdFigures } from './hold-metrics-store.ts'
/** At every start: refuses another currency than the books are kept in. */
export { keepCurrency } from './keep-currency.ts'
export { errorsStoredSince as errorsKeptSince, keepPartitions } from './keep-partitions.ts'
/** Hold, settle or void a call: committed in groups, answered after the commit, exact across several processes. */
export { holdIn, type Meter, openMeter } from './meter.ts'
export type { Funds, HoldOutcome, Refusal, RefusalCause, SettleRequest } from './metered-call.ts'
/** Calls with the end of their task in place of its posting, for whoever reads them one by one. */
export { FINAL_CALLS } from './outcome-store.ts'
/** Takes the price of a purchase, once for each id, and never more than calls leave free. */
export { bookPurchase } from './purchase.ts'
/** Gives back what one call cost, or a part of it, once. */
export { refundCall } from './refund-call.ts'
/** What was earned and moved in a period: totals, by day, API or customer. */
export { type RevenueMetrics as RevenueFigures, readRevenue } from './revenue.ts'
/** What moved the balance of a login in a period, calls summed by UTC day and API, with the balance after each line. */
export { readStatement, type StatementLine } from './statement-store.ts'
/** What an id was booked for, for whoever comes with it again. */
export { bookingWith, WORLD_USAGE_ID } from './store.ts'
/** How long calls took, as the rollups keep it. */
export { percentile, TIME_STEPS_MS } from './time-steps.ts'
/** Moves money between two logins, once for each id, and never more than calls leave free. */
export { bookTransfer, lockMovable, movableOf } from './transfer.ts'
/** Job, every minute: gives back the money of calls whose process died more than a quarter of an hour ago. */
export { voidHoldsOf, voidStaleHolds } from './void-stale-holds.ts'
export type { SpendLimit }

/**
 * Money. Integer micros, double entry, rows only ever inserted: the database refuses an update, a delete and a
 * transaction that does not sum to zero. The same booking id counts once.
 */
export async function openAccount(ctx: Pick<Ctx, 'db'>, login: { id: number; login: string }): Promise<void> {
  await insertAccount(ctx.db, login.id, `login:${login.login}`)
}

export async function balanceOf(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<Micros> {
  return (await fundsOf(ctx, login_id)).balance_micros
}

/** The booked balance, and what of it is held by calls that are on their way. */
export async function fundsOf(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<Funds & { floor_micros: Micros }> {
  const account = await accountOfLogin(ctx.db, login_id)
  if (!account) throw new Problem('unknown_login')
  const { balance_micros, held_micros, floor_micros } = account
  return { balance_micros, held_micros, floor_micros }
}

/** What is left of the credit for trying out; null without one, and once any other money came in, by payment or by the operator. */
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

/** Gives (or, negative, takes back) credit by the operator's hand; says whether this id was new. */
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
 * Money between a login and the outside world, positive into the login. The same id again changes nothing and says so. It may
 * take a balance below zero (a dispute does); whoever must not, checks first, with the account locked.
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

/** Said within the transaction, so that it is heard when, and only when, the booking is there. */
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

/** Open pages of this login look again once the transaction is committed, though no money moved. */
export function announceChange(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<void> {
  return notifyChanges(ctx.db, [login_id])
}

/** What a login may spend, for everything, an API, a function, a member or an agent; null lifts the limit. */
export async function setSpendLimit(
  ctx: Pick<Ctx, 'db'>,
  { limit_micros, ...place }: Omit<SpendLimit, 'limit_micros'> & { limit_micros: Micros | null },
): Promise<void> {
  if (limit_micros === null) await deleteLimit(ctx.db, place)
  else await putLimit(ctx.db, { ...place, limit_micros })
}

/** The limits of a login, and what is spent and held today (UTC) in every scope that was used. */
export async function spendToday(ctx: Pick<Ctx, 'db' | 'clock'>, login_id: number) {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  return { day, limits: await limitsOf(ctx.db, login_id), spent: await spentOn(ctx.db, login_id, day) }
}

/** What each agent of a login has spent and holds, since it was made. */
export function spentInTotal(ctx: Pick<Ctx, 'db'>, login_id: number) {
  return spentEver(ctx.db, login_id)
}

/** When each of these logins last called within ninety days, and from which addresses one called in the last day. */
export function lastCalls(ctx: Pick<Ctx, 'db' | 'clock'>, login_ids: number[]): Promise<Map<number, Date>> {
  return newestCalls(ctx.db, login_ids, new Date(ctx.clock.now().getTime() - 90 * DAY_MS))
}

export function recentAddresses(ctx: Pick<Ctx, 'db' | 'clock'>, login_id: number): Promise<string[]> {
  return callingAddresses(ctx.db, login_id, new Date(ctx.clock.now().getTime() - DAY_MS))
}

/** A webhook that could not be delivered, for the Errors screen; costs nothing and counts nowhere else. */
export async function recordWebhookError(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  row: Omit<WebhookErrorRow, 'id' | 'class'>,
): Promise<string> {
  const id = newCallId(ctx.clock.now())
  await insertWebhookError(ctx.db, { ...row, id, class: statusClass(row.code) })
  return id
}

/** A call that was refused before anybody was let in, for the Errors screen; it costs nothing and counts in no usage. */
export function recordRefusal(ctx: Pick<Ctx, 'db'>, row: Omit<RefusalRow, 'class'>): Promise<void> {
  return insertRefusal(ctx.db, { ...row, class: statusClass(row.code) })
}
