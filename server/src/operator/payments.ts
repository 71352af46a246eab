import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { loginById, loginNamed } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { Handlers } from '#http/mount.ts'
import { balanceOf } from '#ledger/index.ts'
import {
  comparisonState,
  confirmWire,
  disputeTestPayment,
  listPayments,
  reconcile,
  refundOrder,
  showPayment,
} from '#payments/index.ts'
import { checkConfirmed } from './confirm-amount.ts'
import { pageOf } from './page-of.ts'

type Payments = Pick<
  Handlers<typeof operator>,
  | 'listPayments'
  | 'showPayment'
  | 'refundPayment'
  | 'confirmWire'
  | 'disputeTestPayment'
  | 'reconcilePayments'
  | 'paymentFindings'
>

export const paymentHandlers: Payments = {
  listPayments: async (ctx, { login, status, processor, waits, limit, ...page }) => {
    const owner_id = login ? (await loginNamed(ctx, login)).owner_id : undefined
    return listPayments(ctx, { owner_id, status, processor, waits, limit, ...pageOf(page) })
  },
  showPayment: async (ctx, { reference }) => {
    const payment = await showPayment(ctx, reference)
    if (!payment) throw new Problem('unknown_order')
    return payment
  },
  refundPayment: async (ctx, { reference, amount_micros, allow_negative = false, confirmed, reason, by }) => {
    const actor = `operator:${by}`
    const row = await refundOrder(
      ctx,
      { reference, amount_micros, allow_negative, reason, actor },
      async (db, order, amount) => {
        checkConfirmed(ctx, { amount_micros: amount, owner_id: order.owner_id, is_confirmed: confirmed })
        await audit({ ...ctx, db }, 'payment_refunded', {
          user_id: order.owner_id,
          actor,
          detail: { login: (await loginById({ db }, order.login_id)).login, amount_micros: amount, reference, reason },
        })
      },
    )
    return { reference, amount_micros: row.amount_micros, tax_micros: row.tax_micros, state: row.state }
  },
  confirmWire: async (ctx, { reference, amount_micros, reason, by }) => {
    const actor = `operator:${by}`
    const order = await confirmWire(ctx, { reference, amount_micros, actor }, async (db, { owner_id, ...order }) => {
      // At the command line the bank statement is typed against an order of the same amount, which no flag confirms.
      checkConfirmed(ctx, { amount_micros, owner_id, is_confirmed: true })
      await audit({ ...ctx, db }, 'wire_confirmed', {
        user_id: owner_id,
        actor,
        detail: { login: (await loginById({ db }, order.login_id)).login, amount_micros, reference, reason },
      })
    })
    return {
      reference,
      login: (await loginById(ctx, order.login_id)).login,
      balance_micros: await balanceOf(ctx, order.login_id),
    }
  },
  disputeTestPayment: async (ctx, { reference, outcome, by }) => {
    const status = await disputeTestPayment(ctx, reference, outcome)
    await audit(ctx, 'test_payment_disputed', { actor: `operator:${by}`, detail: { reference, outcome, status } })
    return { reference, status }
  },
  reconcilePayments: async (ctx, { days, by }) => {
    await audit(ctx, 'payments_compared', { actor: `operator:${by}`, detail: { days: days ?? null } })
    try {
      return { unexplained: await reconcile(ctx, { days }) }
    } catch (error) {
      ctx.log.warn({ err: error }, 'comparison of payments with the processor failed')
      throw new Problem('processor_silent')
    }
  },
  paymentFindings: comparisonState,
}
