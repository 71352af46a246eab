import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { SsoTrial } from '@portico/contract/sso.ts'
import { roleAt } from '#access/index.ts'
import type { FlowParts, RequestCtx } from '#ctx/ctx.ts'
import type { SsoClaims } from '#integrations/sso.ts'
import { addressOf } from './address-of.ts'
import { listDomains } from './domain-store.ts'
import { roleOf } from './role-of.ts'
import { markTested, type SsoRow } from './store.ts'

/** Claims of the protocol, without value to the reader. */
const OF_PROTOCOL = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti', 'iat', 'exp', 'nbf', 'azp'])
const SHOWN_MAX = 50
const LONGEST = 500

/** Shows an owner their claims and the outcome of a sign-in; it opens no session and adds no member. */
export async function finishTest(
  ctx: RequestCtx,
  row: SsoRow,
  { user_id }: FlowParts['sso'],
  claims: SsoClaims,
): Promise<SsoTrial> {
  const is_own = ctx.session?.user_id === user_id && ctx.session.staff_id === null
  if (!is_own || !may(await roleAt(ctx, row.owner_id, user_id), 'manage_sso')) throw new Problem('sso_failed')
  const domains = (await listDomains(ctx.db, row.owner_id)).filter(({ proved_at }) => proved_at !== null)
  const email = addressOf(
    claims,
    domains.map(({ domain }) => domain),
  )
  const role = roleOf(row, claims)
  const verdict = email === undefined ? 'address' : role === null ? 'no_role' : 'ok'
  if (verdict === 'ok') await markTested(ctx.db, row, ctx.clock.now())
  return { claims: shown(claims), email: email ?? null, role, verdict }
}

function shown(claims: SsoClaims): SsoTrial['claims'] {
  return Object.entries(claims)
    .filter(([name]) => !OF_PROTOCOL.has(name))
    .slice(0, SHOWN_MAX)
    .map(([name, value]) => ({ name: name.slice(0, LONGEST), value: textOf(value) }))
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? '').slice(0, LONGEST)
}
