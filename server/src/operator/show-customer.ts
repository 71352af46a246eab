import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { accountLogins, creditsOf, loginLimits, peopleOf } from '#access/index.ts'
import { hasFactor, passkeysOf } from '#auth/index.ts'
import { billingNameOf } from '#billing/index.ts'
import { closesAt } from '#closing/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { getBalance, getMonth } from '#dashboard/index.ts'
import { sessionsOf } from '#http/session.ts'
import { balanceOf } from '#ledger/index.ts'
import { labelOf, listMethods } from '#payments/index.ts'
import { dailyLimits } from '#settings/index.ts'
import { featuresOf, userById } from '#users/index.ts'
import { asCustomer } from './as-customer.ts'

/** Everything on one customer's page but chart, payments and timeline, which load by themselves. */
export async function showCustomer(
  ctx: RequestCtx,
  { id, login }: Input<typeof operator.customer>,
): Promise<Output<typeof operator.customer>> {
  const user = await userById(ctx, id)
  if (!user) throw new Problem('unknown_user')
  const { email, name, phone, language, status, is_staff } = user
  return {
    id,
    email,
    name,
    phone,
    language,
    status,
    is_staff,
    is_verified: user.verified_at !== null,
    created_at: user.created_at.toISOString(),
    last_login: user.last_login_at?.toISOString() ?? null,
    closes_at: (await closesAt(ctx.db, id))?.toISOString() ?? null,
    brand: user.wl_id === 0 ? null : (await ctx.sites.withId(user.wl_id)).origin.host,
    features: await featuresOf(ctx, id),
    has_second_factor: await hasSecondFactor(ctx, id),
    billing: await billingNameOf(ctx, id),
    team: await teamOf(ctx, id),
    logins: await loginsOf(ctx, id),
    money: await moneyOf(ctx, id, login),
    methods: (await listMethods(ctx, id)).map((row) => ({ label: labelOf(row), is_default: row.is_default })),
    sessions: (await sessionsOf(ctx, id)).map(({ user_agent, ip, created_at, last_seen_at }) => ({
      user_agent,
      ip,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    })),
  }
}

async function hasSecondFactor(ctx: RequestCtx, user_id: number): Promise<boolean> {
  return (await hasFactor(ctx, user_id)) || (await passkeysOf(ctx, user_id)).length > 0
}

async function teamOf(ctx: RequestCtx, id: number) {
  return Promise.all(
    (await peopleOf(ctx, id)).map(async ({ user_id, name, email, role }) => ({
      name,
      email,
      role,
      has_second_factor: await hasSecondFactor(ctx, user_id),
    })),
  )
}

async function loginsOf(ctx: RequestCtx, id: number) {
  return Promise.all(
    (await accountLogins(ctx, id)).map(async ({ id: login_id, login, kind, status, subscriptions }) => ({
      login,
      kind,
      status,
      subscriptions,
      balance_micros: await balanceOf(ctx, login_id),
      ...(await loginLimits(ctx, login_id)).request_limits,
    })),
  )
}

/** The numbers of the customer's own dashboard and settings; a sign-up that waits for its mail has no login yet. */
async function moneyOf(ctx: RequestCtx, id: number, login: string | undefined) {
  if ((await accountLogins(ctx, id)).length === 0)
    return {
      balance_micros: 0,
      pace_micros: 0,
      days_left: null,
      month_micros: 0,
      before_micros: 0,
      trial: null,
      limits: [],
    }
  const customer = await asCustomer(ctx, id, login)
  const balance = await getBalance(customer, { scope: 'api' })
  const { cost_micros, before_micros } = await getMonth(customer, { scope: 'api' })
  const { trial } = await creditsOf(customer)
  const { limits } = await dailyLimits(customer)
  return { ...balance, month_micros: cost_micros, before_micros, trial, limits }
}
