import type { access } from '@portico/contract/access.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { apiAddress } from '#http/api-address.ts'
import type { ChangeCtx } from '#http/change.ts'
import { type Limit, spend } from '#http/limits.ts'
import { activeLogin, roleOf } from './index.ts'
import { livePasswords } from './password-store.ts'
import { basicOf, holderOf, makeApiPassword, readApiPassword } from './passwords.ts'

const SHOWS: Limit = { name: 'credentials-show', max: 30, window_ms: HOUR_MS }

export async function getCredentials(ctx: UserCtx) {
  const active = await activeLogin(ctx)
  const holder = await holderOf(ctx, active, ctx.session.user_id)
  const [current, old] = await livePasswords(ctx.db, holder, ctx.clock.now())
  return {
    api_login: active.login,
    password_since: current?.made_at.toISOString() ?? null,
    overlap_until: old?.valid_until?.toISOString() ?? null,
    can_show: current ? current.sealed !== null : holder.member_id !== null,
    role: await roleOf(ctx),
    base_url: new URL('/v3/', apiAddress(ctx)).href,
    sandbox_url: new URL('/sandbox/v3/', apiAddress(ctx)).href,
  }
}

export async function spendShow(ctx: UserCtx): Promise<void> {
  await spend(ctx, [{ limit: SHOWS, of: String((await activeLogin(ctx)).id) }])
}

export async function showPassword(ctx: ChangeCtx) {
  const active = await activeLogin(ctx)
  const { login, owner_id } = active
  const password = await readApiPassword(ctx, await holderOf(ctx, active, ctx.session.user_id))
  ctx.audit('api_password_shown', { user_id: owner_id, detail: { login } })
  return { password, basic: basicOf(login, password) }
}

export async function regeneratePassword(ctx: ChangeCtx, { overlap_min }: Input<typeof access.regeneratePassword>) {
  const active = await activeLogin(ctx)
  const { login, owner_id } = active
  const password = await makeApiPassword(ctx, await holderOf(ctx, active, ctx.session.user_id), overlap_min)
  ctx.audit('api_password_regenerated', { user_id: owner_id, detail: { login, overlap_min } })
  return { password, basic: basicOf(login, password) }
}
