import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { staffMay } from '@portico/contract/staff-permissions.ts'
import { changesBetween } from '#audit/index.ts'
import {
  dropFactor,
  dropPasskeys,
  endAccess,
  hasFactor,
  issueLink,
  listStaff,
  lockStaff,
  makeFactor,
  resetFactors,
} from '#auth/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { changeUser, createUser, userByEmail } from '#users/index.ts'

type Mine =
  | 'setStaffRole'
  | 'addStaff'
  | 'listStaff'
  | 'removeStaff'
  | 'renewStaffFactor'
  | 'endUserSessions'
  | 'resetFactor'

/** Staff members and their credentials. Each change ends the account's sessions. */
export const staffHandlers: Pick<Handlers<typeof operator>, Mine> = {
  addStaff: change(async (ctx, { email, name, role }) => {
    const known = await userByEmail(ctx, email)
    if (known?.is_staff && (await hasFactor(ctx, known.id))) throw new Problem('already_there')
    const staff =
      known ?? (await createUser(ctx, { email, ...(name && { name }), password_hash: null, is_staff: true }))
    await changeUser(ctx, staff.id, { is_staff: true, staff_role: role ?? null })
    // A key that the customer made with a password alone must not open the console.
    await dropPasskeys(ctx, staff.id)
    await endAccess(ctx, staff.id)
    const keys = await makeFactor(ctx, staff)
    ctx.audit('staff_added', { user_id: staff.id, detail: { role: role ?? null } })
    const password_link = staff.password_hash === null ? await passwordLink(ctx, staff) : null
    const sign_in_link = new URL('/signin', ctx.sites.staff.origin).href
    const forgot_link = new URL('/forgot-password', ctx.sites.own.origin).href
    return { email: staff.email, created: !known, ...keys, password_link, sign_in_link, forgot_link }
  }),
  listStaff: async (ctx) => ({
    staff: (await listStaff(ctx)).map(({ last_login_at, factor_since, recovery_codes_left, passkeys, ...row }) => ({
      ...row,
      last_login: last_login_at?.toISOString() ?? null,
      factor_since: factor_since?.toISOString() ?? null,
      recovery_codes_left: recovery_codes_left ?? 0,
      passkeys: passkeys ?? 0,
    })),
  }),
  setStaffRole: change(async (ctx, { email, role, reason }) => {
    const staff = await staffNamed(ctx, email)
    // Staff neither give themselves more nor lock themselves out by mistake.
    if (staff.id === ctx.staff?.id)
      throw new Problem('invalid_input', { fields: { email: 'is your own: a colleague changes it' } })
    const changes = changesBetween({ role: staff.staff_role }, { role })
    if (Object.keys(changes).length === 0) return { email: staff.email, role, changed: false }
    await keepAnAdmin(ctx, staff)
    await changeUser(ctx, staff.id, { staff_role: role })
    ctx.audit('staff_role_changed', { user_id: staff.id, detail: { ...changes, reason } })
    return { email: staff.email, role, changed: true }
  }),
  removeStaff: change(async (ctx, { email }) => {
    const staff = await staffNamed(ctx, email)
    if ((await lockStaff(ctx)).every(({ id }) => id === staff.id))
      throw new Problem('invalid_input', { fields: { email: 'is the last staff member: add another one first' } })
    await keepAnAdmin(ctx, staff)
    await changeUser(ctx, staff.id, { is_staff: false, staff_role: null })
    await dropFactor(ctx, staff.id)
    await dropPasskeys(ctx, staff.id)
    const ended = await endAccess(ctx, staff.id)
    ctx.audit('staff_removed', { user_id: staff.id, detail: { ended } })
    return { email: staff.email, ended }
  }),
  renewStaffFactor: change(async (ctx, { email }) => {
    const staff = await staffNamed(ctx, email)
    const keys = await makeFactor(ctx, staff)
    // The device that is lost may hold the passkey, too.
    const count = await dropPasskeys(ctx, staff.id)
    await endAccess(ctx, staff.id)
    ctx.audit('staff_factor_made', { user_id: staff.id, detail: { count } })
    return { email: staff.email, ...keys }
  }),
  endUserSessions: change(async (ctx, { email, reason }) => {
    const user = await userByEmail(ctx, email)
    if (!user) throw new Problem('unknown_user')
    const ended = await endAccess(ctx, user.id)
    const detail = { ended, ...(reason && { reason }) }
    ctx.audit('all_sessions_ended', { user_id: user.id, detail })
    return { email: user.email, ended }
  }),
  // For staff, `renewStaffFactor` makes a new one: without a factor they could not sign in at all.
  resetFactor: change(async (ctx, { email, reason }) => {
    const user = await userByEmail(ctx, email)
    if (!user || user.is_staff) throw new Problem('unknown_user')
    const { had_factor, passkeys } = await resetFactors(ctx, user)
    const ended = await endAccess(ctx, user.id)
    const detail = { reason, had_factor, count: passkeys, ended }
    ctx.audit('factor_reset', { user_id: user.id, detail })
    return { email: user.email, had_factor, passkeys, ended }
  }),
}

/** The last admin stays one. The rows are locked: of two admins who remove each other at once, one is refused. */
async function keepAnAdmin(ctx: RequestCtx, { id }: { id: number }): Promise<void> {
  const admins = (await lockStaff(ctx)).filter(({ role }) => role !== null && staffMay(role, 'manage_staff'))
  if (admins.length === 1 && admins[0]?.id === id)
    throw new Problem('invalid_input', { fields: { email: 'is the last admin: give someone else the role first' } })
}

async function staffNamed(ctx: RequestCtx, email: string) {
  const user = await userByEmail(ctx, email)
  if (!user?.is_staff) throw new Problem('unknown_user')
  return user
}

/** An account made by the operator has no password: its owner sets it, at the site where they will sign in. */
async function passwordLink(ctx: RequestCtx, { id, public_id }: { id: number; public_id: string }): Promise<string> {
  const site = ctx.sites.staff
  const token = await issueLink(ctx, 'reset', { user_id: id, site })
  return new URL(`/reset-password/${public_id}/${token}`, site.origin).href
}
