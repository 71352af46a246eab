import { MINUTE_MS, monthStart, utcDay } from '@portico/contract/time.ts'
import { accountLogins, teamLogin } from '#access/index.ts'
import { dispatchAlert } from '#alerts/index.ts'
import { recordEvent } from '#business-events/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { recountTag } from '#ledger/limits/index.ts'
import { type Measured, measure } from './measure.ts'
import { passedLines } from './passed-lines.ts'
import {
  type BudgetRow,
  budgetsToCheck,
  budgetsToRecount,
  deleteReported,
  LATEST_BOOKING_MS,
  putChecked,
  putRecounted,
  putReported,
} from './store.ts'

type JobCtx = Pick<Ctx, 'db' | 'clock' | 'env' | 'sites' | 'log'>

/** Interval of the job. */
export const BUDGETS_EVERY_MS = 5000
/** Half a run: of several instances one checks an account that calls. */
const PAUSE_MS = BUDGETS_EVERY_MS / 2
/** Calls that began before their tag was counted have ended by then. */
const RECOUNT_AFTER_MS = 20 * MINUTE_MS

/**
 * Monthly budgets. The gateway refuses what would pass a hard line, in the commit that holds the money. This job reports
 * lines that were passed: each once a month, on any number of instances, in the transaction that records it. After a
 * time without any process it goes on where the last one stopped. Returns the number of reports.
 */
export async function runBudgets(ctx: JobCtx): Promise<number> {
  const now = ctx.clock.now()
  let reported = 0
  for (const budget of await budgetsToCheck(ctx.db, new Date(now.getTime() - PAUSE_MS), monthStart(now))) {
    // One budget that fails must not silence the others.
    reported += await check(ctx, budget).catch((error) => {
      ctx.log.warn({ err: error, budget_id: budget.id }, 'check of a budget failed, retrying in the next run')
      return 0
    })
  }
  await recount(ctx, new Date(now.getTime() - RECOUNT_AFTER_MS))
  return reported
}

async function check(ctx: JobCtx, budget: BudgetRow): Promise<number> {
  const now = ctx.clock.now()
  let reported = 0
  // A call of the last minutes of a month may have been booked after that month was checked. Lines that changed since do
  // not apply to it.
  const since = Math.max(budget.checked_at.getTime() - LATEST_BOOKING_MS, budget.changed_at.getTime())
  for (let month = monthStart(new Date(since)); month <= now; month = monthStart(month, 1))
    if (await report(ctx, budget, month)) reported += 1
  await putChecked(ctx.db, budget.id, now)
  return reported
}

async function report(ctx: JobCtx, budget: BudgetRow, month: Date): Promise<boolean> {
  const measured = await measure(ctx, budget, month)
  const passed = passedLines(budget, measured)
  if (passed.length === 0) return false
  return inTx(ctx.db, async (db) => {
    const fresh = await putReported(db, budget.id, utcDay(month), passed, ctx.clock.now())
    // Of several lines passed at once the most severe is reported, and covers the others. A soft line is no news
    // once the hard one was reported.
    const newest = passed.find(({ line }) => fresh.includes(line))
    if (!newest || (newest.line === 'soft' && passed[0]?.line === 'hard')) return false
    const { of, login } = await subjectOf({ db }, budget)
    const subject = of === 'tag' ? (budget.tag ?? '') : of === 'login' ? login.login : ''
    const { spent_micros, forecast_micros } = measured satisfies Measured
    const values = { of, subject, ...newest, period: month.toISOString().slice(0, 7), spent_micros, forecast_micros }
    await dispatchAlert({ ...ctx, db }, { kind: 'budget', values }, login)
    if (newest.line === 'hard') await recordHardLine({ ...ctx, db }, budget, values, login.login)
    return true
  })
}

function recordHardLine(
  ctx: JobCtx,
  { id, owner_id }: BudgetRow,
  {
    subject,
    period,
    line_micros,
    spent_micros,
  }: { subject: string; period: string } & Record<'line_micros' | 'spent_micros', number>,
  login: string,
) {
  const data = { login, limit: 'month' as const, scope: subject, period, limit_micros: line_micros, spent_micros }
  return recordEvent(ctx, { type: 'limit.reached', key: `month ${id} ${period} ${line_micros}`, owner_id, data })
}

async function subjectOf(ctx: Pick<Ctx, 'db'>, { owner_id, login_id, tag }: BudgetRow) {
  const own = login_id !== null && (await accountLogins(ctx, owner_id)).find(({ id }) => id === login_id)
  if (own) return { of: 'login' as const, login: own }
  return { of: tag === null ? ('account' as const) : ('tag' as const), login: await teamLogin(ctx, owner_id) }
}

async function recount(ctx: JobCtx, created_before: Date): Promise<void> {
  for (const { id, owner_id, tag, created_at } of await budgetsToRecount(ctx.db, created_before))
    await inTx(ctx.db, async (db) => {
      await recountTag({ db }, owner_id, tag, monthStart(created_at))
      await putRecounted(db, id, ctx.clock.now())
    })
}

/** Deletes what was reported of months before this moment. */
export function deleteOldReports(ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> {
  return deleteReported(ctx.db, utcDay(monthStart(before)))
}
