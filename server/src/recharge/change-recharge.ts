import type { Input, Output } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { recharge } from '@portico/contract/recharge.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { activeLoginFor } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import { needDetails } from '#billing/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { type Limit, spend } from '#http/limits.ts'
import { cancelUnwanted, checkAmount, listMethods } from '#payments/index.ts'
import { getRecharge } from './get-recharge.ts'
import { putRecharge, turnRechargeOff } from './store.ts'

/** Each save lets a failed charge be retried at once, so saves are limited. */
const SAVES: Limit = { name: 'recharge-save', max: 10, window_ms: HOUR_MS }

/** Saving turns it on. Runs in one transaction with the check of the permission and with its line in the activity. */
export async function saveRecharge(
  ctx: UserCtx,
  settings: Input<typeof recharge.saveRecharge>,
): Promise<Output<typeof recharge.saveRecharge>> {
  const { amount_micros, month_max_micros, method_id, threshold_micros } = settings
  checkAmount(ctx.payments.settings, { amount_micros, how: 'method' })
  if (month_max_micros !== null && month_max_micros < amount_micros)
    throw new Problem('invalid_input', { fields: { month_max_micros: MESSAGES.range } })
  await spend(ctx, [{ limit: SAVES, of: String(ctx.session.user_id) }])
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { id: login_id, owner_id, login } = await activeLoginFor(within, 'add_funds')
    await needDetails(within, owner_id)
    const methods = await listMethods(within, owner_id)
    if (methods.length === 0) throw new Problem('unknown_method')
    if (method_id !== null && !methods.some(({ id }) => id === method_id)) throw new Problem('unknown_method')
    await putRecharge(db, { login_id, owner_id, changed_by: ctx.session.user_id }, settings, ctx.clock.now())
    const detail = { login, threshold_micros, amount_micros, month_max_micros }
    await audit(within, 'recharge_changed', { user_id: owner_id, detail })
  })
  return getRecharge(ctx)
}

/** A charge that waits for the processor ends with it. */
export async function turnOff(ctx: UserCtx): Promise<Output<typeof recharge.turnOff>> {
  const login_id = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { id, owner_id, login } = await activeLoginFor(within, 'add_funds')
    if (await turnRechargeOff(db, id, ctx.session.user_id, ctx.clock.now()))
      await audit(within, 'recharge_off', { user_id: owner_id, detail: { login } })
    return id
  })
  await cancelUnwanted(ctx, { purpose: 'auto_recharge', login_id })
  return getRecharge(ctx)
}
