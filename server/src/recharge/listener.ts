import { languageOfField } from '@portico/contract/language.ts'
import type { PaymentFailure } from '@portico/contract/payments.ts'
import { RECHARGE_FAILURES_MAX } from '@portico/contract/recharge.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { loginLimits, payersOf } from '#access/index.ts'
import type { Ctx, PaymentListener } from '#ctx/ctx.ts'
import { balanceOf } from '#ledger/index.ts'
import { enqueueMail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { lockRecharge, putFailures, type RechargeRow, rechargeOf } from './store.ts'

const RETRY_AFTER_MS = DAY_MS

/** Applies payments to auto-recharge, in the transaction that records them. */
export const rechargeListener: PaymentListener = {
  async paid(ctx, db, order) {
    if (order.purpose !== 'auto_recharge') return
    const forgotten = { failures: 0, retry_at: null, failed_label: null, failure: null }
    await putFailures(db, order.login_id, forgotten, ctx.clock.now())
  },
  /** No charge after it was turned off, nor while the balance is above the threshold. */
  async mayCharge(ctx, order) {
    if (order.purpose !== 'auto_recharge') return true
    const row = await rechargeOf(ctx.db, order.login_id)
    if (!row) return true
    return row.is_on && (await balanceOf(ctx, order.login_id)) < row.threshold_micros
  },
  async failed(ctx, db, order) {
    if (order.purpose !== 'auto_recharge') return
    const row = await lockRecharge(db, order.login_id)
    if (row) await countFailure({ ...ctx, db }, row, order)
  },
}

/** Retried a day later; the third failure in a row turns it off and sends a mail. */
export async function countFailure(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env' | 'sites'>,
  row: RechargeRow,
  { failure, method_label }: { failure: PaymentFailure; method_label: string },
): Promise<void> {
  const now = ctx.clock.now()
  const failures = row.failures + 1
  const isOver = row.is_on && failures >= RECHARGE_FAILURES_MAX
  await putFailures(
    ctx.db,
    row.login_id,
    {
      failures,
      retry_at: new Date(now.getTime() + RETRY_AFTER_MS),
      failed_label: method_label,
      failure,
      ...(isOver && { is_on: false, stopped_at: now }),
    },
    now,
  )
  if (isOver) await mailStopped(ctx, row, method_label)
}

async function mailStopped(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env' | 'sites'>,
  { login_id, owner_id, amount_micros }: RechargeRow,
  method: string,
): Promise<void> {
  const { login } = await loginLimits(ctx, login_id)
  for (const { id, email, name, language } of await payersOf(ctx, owner_id)) {
    const site = await siteOfAccount(ctx, id)
    await enqueueMail(ctx, {
      to: email,
      site,
      template: 'recharge_stopped',
      language: languageOfField(language),
      data: { name, login, method, amount_micros, link: new URL('/users/getrows', site.origin).href },
    })
  }
}
