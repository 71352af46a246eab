import type { operator } from '@portico/contract/operator.ts'
import { loginById } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { Handlers } from '#http/mount.ts'
import { balanceOf, refundCall } from '#ledger/index.ts'
import { checkConfirmed } from './confirm-amount.ts'

export const refundHandlers: Pick<Handlers<typeof operator>, 'refundCall'> = {
  refundCall: async (ctx, { call, amount_micros, confirmed, reason, by }) => {
    const actor = `operator:${by}`
    await ctx.moved.bringBackNamed('usage', call)
    const { call_id, task_id, login_id, ...refund } = await refundCall(
      ctx,
      { call, amount_micros, reason, actor },
      async (db, { owner_id, amount_micros, ...made }) => {
        checkConfirmed(ctx, { amount_micros, owner_id, is_confirmed: confirmed })
        const { login } = await loginById({ db }, made.login_id)
        const detail = { login, amount_micros, reference: made.task_id ?? made.call_id, reason }
        await audit({ ...ctx, db }, 'call_refunded', { user_id: owner_id, actor, detail })
      },
    )
    const { login } = await loginById(ctx, login_id)
    const balance_micros = await balanceOf(ctx, login_id)
    return { call_id, task_id, login, amount_micros: refund.amount_micros, balance_micros }
  },
}
