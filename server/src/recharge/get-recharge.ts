import type { Output } from '@portico/contract/endpoint.ts'
import { RECHARGES_WITHIN_DAYS, type recharge } from '@portico/contract/recharge.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin } from '#access/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { labelOf, listMethods, methodMax, rechargesSince } from '#payments/index.ts'
import { chargedInMonth } from './decide.ts'
import { rechargeOf } from './store.ts'

const LOOK_BACK_MS = 31 * DAY_MS

/** The on-demand subscription of the active login; null where it was never set up, or was turned off by hand. */
export async function getActive(ctx: UserCtx): Promise<Output<typeof recharge.getActive>> {
  const row = await rechargeOf(ctx.db, (await activeLogin(ctx)).id)
  const has_failed = row?.stopped_at !== null && row?.stopped_at !== undefined
  if (!row || (!row.is_on && !has_failed)) return { recharge: null }
  const { threshold_micros, amount_micros, is_on } = row
  return { recharge: { threshold_micros, amount_micros, is_on, has_failed } }
}

export async function getRecharge(ctx: UserCtx): Promise<Output<typeof recharge.getRecharge>> {
  const { id, login, owner_id } = await activeLogin(ctx)
  const now = ctx.clock.now()
  const row = await rechargeOf(ctx.db, id)
  const charges = await rechargesSince(ctx, id, new Date(now.getTime() - LOOK_BACK_MS))
  const recent = charges.filter(
    ({ created_at }) => created_at.getTime() > now.getTime() - RECHARGES_WITHIN_DAYS * DAY_MS,
  )
  const { settings } = ctx.payments
  return {
    login,
    settings: row
      ? {
          threshold_micros: row.threshold_micros,
          amount_micros: row.amount_micros,
          method_id: row.method_id,
          month_max_micros: row.month_max_micros,
        }
      : null,
    is_on: row?.is_on ?? false,
    failures: row?.failures ?? 0,
    failed_label: row?.failed_label ?? null,
    has_failed: Boolean(row?.stopped_at),
    // Without a failure this is when the limits allow the next charge, which is no retry.
    retry_at: row?.is_on && row.failures > 0 && row.retry_at && row.retry_at > now ? row.retry_at.toISOString() : null,
    charges: recent.length,
    month_micros: chargedInMonth(charges, now),
    last_charge_at: recent[0]?.created_at.toISOString() ?? null,
    min_micros: settings.min_micros,
    max_micros: methodMax(settings),
    methods: (await listMethods(ctx, owner_id)).map((one) => ({ ...one, label: labelOf(one) })),
  }
}

/** The reason against automatic charges of a login: failures that turned them off. */
export async function rechargeFailure(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<string | null> {
  const row = await rechargeOf(ctx.db, login_id)
  return row?.stopped_at ? (row.failed_label ?? '') : null
}
