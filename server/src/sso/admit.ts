import { isOwner } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { lockTeam } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { SsoClaims } from '#integrations/sso.ts'
import { changeMemberRole, enterTeam, type JoinedTeam, removeFromTeam } from '#team/index.ts'
import { confirmInvited, createPending, setParent, userByEmail, userById } from '#users/index.ts'
import { siteOfTeam } from '#whitelabel/index.ts'
import { addressOf, domainOf } from './address-of.ts'
import { listDomains } from './domain-store.ts'
import { changeIdentity, findIdentity, type IdentityRow, putIdentity } from './identity-store.ts'
import { isFull } from './is-full.ts'
import { roleOf } from './role-of.ts'
import type { SsoRow } from './store.ts'

export type Admission =
  | { kind: 'member'; user_id: number; joined?: JoinedTeam['joined'] }
  /** An account with this address exists, and its ownership is not shown yet. */
  | { kind: 'connect'; user_id: number; email: string; role: GivenRole; is_in: boolean }
  | { kind: 'no_access' }
  /** The sign-in service has made as many accounts as it may for now. */
  | { kind: 'full' }

/**
 * Decides about a person the sign-in service vouched for. Their identity is issuer and subject alone; an address of a
 * verified domain is needed each time, as the service vouches only for its own domains. Runs in a transaction, which
 * must commit even when access has ended: that is when they are removed from the team.
 */
export async function admit(ctx: RequestCtx, row: SsoRow, claims: SsoClaims): Promise<Admission> {
  const people = await lockTeam(ctx, row.owner_id)
  const { owner_id, issuer } = row
  const domains = (await listDomains(ctx.db, owner_id)).filter(({ proved_at }) => proved_at !== null)
  const email = addressOf(
    claims,
    domains.map(({ domain }) => domain),
  )
  if (!email) throw new Problem('sso_address')
  const known = await findIdentity(ctx.db, { owner_id, issuer, subject: claims.sub })
  const role = roleOf(row, claims)
  if (known) {
    await changeIdentity(ctx.db, known, { domain: domainOf(email) })
    return admitKnown(ctx, { row, role, known, person: people.find((one) => one.user_id === known.user_id) })
  }
  const owner_of_address = await userByEmail(ctx, email)
  if (owner_of_address) {
    const person = people.find((one) => one.user_id === owner_of_address.id)
    if (role === null && !(person && isFixed(row, person))) return { kind: 'no_access' }
    const is_in = person !== undefined
    return { kind: 'connect', user_id: owner_of_address.id, email, role: role ?? 'viewer', is_in }
  }
  if (role === null) return { kind: 'no_access' }
  if (await isFull(ctx, owner_id, people.length)) return { kind: 'full' }
  return makeMember(ctx, { row, role, claims, email })
}

type Person = Awaited<ReturnType<typeof lockTeam>>[number]

/** Owners and the founder keep their role: no group changes that. */
function isFixed({ owner_id }: SsoRow, { user_id, role }: Person): boolean {
  return isOwner(role) || user_id === owner_id
}

async function admitKnown(
  ctx: RequestCtx,
  about: { row: SsoRow; role: GivenRole | null; known: IdentityRow; person: Person | undefined },
): Promise<Admission> {
  const { row, role, known, person } = about
  const { user_id } = known
  if (!person) return known.is_ended && role !== null ? comeBack(ctx, { row, role, known }) : { kind: 'no_access' }
  const entered = { kind: 'member' as const, user_id }
  // Without groups a role is given once, and then changed in the team.
  if (isFixed(row, person) || row.group_claim === '') return entered
  if (role === null) {
    await removeFromTeam(ctx, row.owner_id, user_id)
    await changeIdentity(ctx.db, known, { is_ended: true })
    await auditBySso(ctx, 'member_removed', row.owner_id, { member: user_id, role: person.role })
    return { kind: 'no_access' }
  }
  if (role !== person.role) {
    await changeMemberRole(ctx, row.owner_id, user_id, role)
    await auditBySso(ctx, 'role_changed', row.owner_id, { member: user_id, role, before_role: person.role })
  }
  return entered
}

/** The log names the sign-in service as the actor. */
function auditBySso(ctx: RequestCtx, action: string, owner_id: number, detail: Record<string, string | number>) {
  return audit(ctx, action, { user_id: owner_id, actor: 'sso', detail })
}

async function comeBack(
  ctx: RequestCtx,
  { row, role, known }: { row: SsoRow; role: GivenRole; known: IdentityRow },
): Promise<Admission> {
  const user = await userById(ctx, known.user_id)
  if (!user) return { kind: 'no_access' }
  const { owner_id, cap_micros } = row
  const { joined } = await enterTeam(ctx, user, { owner_id, role, cap_micros }, 'sso')
  await changeIdentity(ctx.db, known, { is_ended: false })
  return { kind: 'member', user_id: user.id, joined }
}

/** An account without a password, confirmed by the sign-in service, in the team and of its white-label. */
async function makeMember(
  ctx: RequestCtx,
  { row, role, claims, email }: { row: SsoRow; role: GivenRole; claims: SsoClaims; email: string },
): Promise<Admission> {
  const { owner_id, issuer, cap_micros } = row
  const made = await createPending(ctx, {
    email,
    name: nameOf(claims),
    language: ctx.language,
    password_hash: null,
    attribution: {},
    is_third_party: true,
    wl_id: ctx.wl_id,
  })
  if (!(await confirmInvited(ctx, made))) throw new Problem('sso_failed')
  const domain = domainOf(email)
  await putIdentity(ctx.db, {
    owner_id,
    issuer,
    subject: claims.sub,
    user_id: made.id,
    domain,
    created_at: ctx.clock.now(),
  })
  const { joined } = await enterTeam(ctx, made, { owner_id, role, cap_micros }, 'sso')
  await setParent(ctx, made.id, { parent_id: owner_id, wl_id: (await siteOfTeam(ctx, owner_id)).wl_id })
  const actor = `user:${made.id}`
  await audit(ctx, 'signed_up', { user_id: made.id, actor, detail: { by: 'single sign-on' } })
  return { kind: 'member', user_id: made.id, joined }
}

/** One line, without characters a database or a mail cannot carry. */
function nameOf({ name, given_name, family_name }: SsoClaims): string {
  const parts = typeof name === 'string' ? [name] : [given_name, family_name]
  const line = parts.filter((part) => typeof part === 'string').join(' ')
  return [...line.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, 100).join('').trim()
}
