import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type { SsoState, sso } from '@portico/contract/sso.ts'
import { activeLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { type Limit, spend } from '#http/limits.ts'
import { endSessionsBySso } from '#http/session.ts'
import { managedTeam } from '#team/index.ts'
import { callbackUrl, clientOf, sealSecret } from './client-of.ts'
import { listDomains } from './domain-store.ts'
import { mailOwners } from './notices.ts'
import { deleteSso, findSso, putSso, switchSsoRow } from './store.ts'

/** Each makes the server call an address that was typed in. */
const CHECKS: Limit = { name: 'sso-checks', max: 30, window_ms: 60 * 60 * 1000 }
const OFF = { is_on: false, is_required: false }

export async function stateOf(ctx: Pick<UserCtx, 'db' | 'origin'>, owner_id: number): Promise<SsoState> {
  const row = await findSso(ctx.db, owner_id)
  const domains = await listDomains(ctx.db, owner_id)
  return {
    settings: row ? { ...row, tested_at: row.tested_at?.toISOString() ?? null } : null,
    domains: domains.map(({ domain, token, proved_at }) => ({
      domain,
      record: { name: `_portico.${domain}`, value: token },
      proved_at: proved_at?.toISOString() ?? null,
    })),
    callback_url: callbackUrl(ctx),
  }
}

export async function getSso(ctx: UserCtx): Promise<SsoState> {
  return stateOf(ctx, (await activeLogin(ctx)).owner_id)
}

/** A change by an owner who has just verified their identity. */
export async function changeSso(
  ctx: UserCtx,
  change: (ctx: UserCtx, owner_id: number) => Promise<void>,
): Promise<SsoState> {
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { owner_id } = await managedTeam(within, 'manage_sso')
    await change(within, owner_id)
    return stateOf(within, owner_id)
  })
}

/** With another issuer or client it is another service: it is off until it has been tested. */
export async function saveSso(ctx: UserCtx, given: Input<typeof sso.saveSso>): Promise<SsoState> {
  const { owner_id } = await activeLogin(ctx)
  const { client_secret, ...rest } = given
  const before = await findSso(ctx.db, owner_id)
  const is_same = before?.issuer === given.issuer && before.client_id === given.client_id
  // The secret of one service is never sent to another.
  if (!client_secret && !is_same) throw new Problem('invalid_input', { fields: { client_secret: MESSAGES.required } })
  if (given.group_claim === '' && given.default_role === null)
    throw new Problem('invalid_input', { fields: { default_role: MESSAGES.required } })
  if (given.group_claim !== '' && given.group_roles.length === 0)
    throw new Problem('invalid_input', { fields: { group_roles: MESSAGES.required } })
  await spend(ctx, [{ limit: CHECKS, of: String(owner_id) }])
  const secret = client_secret || (before ? clientOf(ctx, before).client_secret : '')
  if (!(await ctx.sso.isThere({ issuer: given.issuer, client_id: given.client_id, client_secret: secret })))
    throw new Problem('sso_unreachable', { fields: { issuer: 'This issuer is not responding' } })
  return changeSso(ctx, async (within, account) => {
    const now = await findSso(within.db, account)
    const stored = is_same && now?.issuer === given.issuer && now.client_id === given.client_id ? now : undefined
    await putSso(within.db, {
      ...rest,
      owner_id: account,
      group_roles: given.group_claim === '' ? [] : given.group_roles,
      sealed_secret: sealSecret(within, account, secret),
      ...(stored ? { is_on: stored.is_on, is_required: stored.is_required, tested_at: stored.tested_at } : untested()),
    })
    if (!stored) await endSessionsBySso(within, { owner_id: account, user_ids: 'all' })
    await audit(within, 'sso_changed', { user_id: account, detail: { host: new URL(given.issuer).host } })
    await mailOwners(within, account)
  })
}

function untested() {
  return { ...OFF, tested_at: null }
}

export function switchSso(ctx: UserCtx, input: Input<typeof sso.switchSso>): Promise<SsoState> {
  return changeSso(ctx, async (within, owner_id) => {
    const before = await findSso(within.db, owner_id)
    if (!before) throw new Problem('sso_not_ready')
    const { is_on } = input
    const is_required = is_on && input.is_required
    const has_domain = (await listDomains(within.db, owner_id)).some(({ proved_at }) => proved_at !== null)
    if (is_on && (before.tested_at === null || !has_domain)) throw new Problem('sso_not_ready')
    if (before.is_on === is_on && before.is_required === is_required) return
    await switchSsoRow(within.db, owner_id, { is_on, is_required })
    if (!is_on) await endSessionsBySso(within, { owner_id, user_ids: 'all' })
    if (before.is_on !== is_on) await audit(within, is_on ? 'sso_on' : 'sso_off', { user_id: owner_id })
    if (before.is_required !== is_required)
      await audit(within, is_required ? 'sso_required' : 'sso_not_required', { user_id: owner_id })
    await mailOwners(within, owner_id)
  })
}

/** Domains stay verified, and identities at the issuer are stored for the day it is set up again. */
export function removeSso(ctx: UserCtx): Promise<SsoState> {
  return changeSso(ctx, async (within, owner_id) => {
    if (!(await deleteSso(within.db, owner_id))) return
    await endSessionsBySso(within, { owner_id, user_ids: 'all' })
    await audit(within, 'sso_removed', { user_id: owner_id })
    await mailOwners(within, owner_id)
  })
}
