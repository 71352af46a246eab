import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import {
  dropFactor,
  endAccess,
  hasFactor,
  issueLink,
  listStaff,
  lockStaff,
  makeFactor,
  resetFactors,
} from '#auth/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import type { Handlers } from '#http/mount.ts'
import { changeUser, createUser, userByEmail } from '#users/index.ts'

type Mine = 'addStaff' | 'listStaff' | 'removeStaff' | 'renewStaffFactor' | 'endUserSessions' | 'resetFactor'

/** Staff members and their credentials. Each change ends the account's sessions. */
export const staffHandlers: Pick<Handlers<typeof operator>, Mine> = {
  addStaff: (ctx, { email, name, by }) =>
    inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      const known = await userByEmail(within, email)
      if (known?.is_staff && (await hasFactor(within, known.id))) throw new Problem('already_there')
      const staff =
        known ?? (await createUser(within, { email, ...(name && { name }), password_hash: null, is_staff: true }))
      if (known) await changeUser(within, known.id, { is_staff: true })
      await endAccess(within, staff.id)
      const keys = await makeFactor(within, staff)
      await audit(within, 'staff_added', { user_id: staff.id, actor: `operator:${by}` })
      const password_link = staff.password_hash === null ? await passwordLink(within, staff) : null
      const sign_in_link = new URL('/signin', ctx.sites.staff.origin).href
      const forgot_link = new URL('/forgot-password', ctx.sites.own.origin).href
      return { email: staff.email, created: !known, ...keys, password_link, sign_in_link, forgot_link }
    }),
  listStaff: async (ctx) => ({
    staff: (await listStaff(ctx)).map(({ last_login_at, factor_since, recovery_codes_left, ...row }) => ({
      ...row,
      last_login: last_login_at?.toISOString() ?? null,
      factor_since: factor_since?.toISOString() ?? null,
      recovery_codes_left: recovery_codes_left ?? 0,
    })),
  }),
  removeStaff: (ctx, { email, by }) =>
    inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      const staff = await staffNamed(within, email)
      if ((await lockStaff(within)).every((id) => id === staff.id))
        throw new Problem('invalid_input', { fields: { email: 'is the last staff member: add another one first' } })
      await changeUser(within, staff.id, { is_staff: false })
      await dropFactor(within, staff.id)
      const ended = await endAccess(within, staff.id)
      await audit(within, 'staff_removed', { user_id: staff.id, actor: `operator:${by}`, detail: { ended } })
      return { email: staff.email, ended }
    }),
  renewStaffFactor: (ctx, { email, by }) =>
    inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      const staff = await staffNamed(within, email)
      const keys = await makeFactor(within, staff)
      await endAccess(within, staff.id)
      await audit(within, 'staff_factor_made', { user_id: staff.id, actor: `operator:${by}` })
      return { email: staff.email, ...keys }
    }),
  endUserSessions: (ctx, { email, reason, by }) =>
    inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      const user = await userByEmail(within, email)
      if (!user) throw new Problem('unknown_user')
      const ended = await endAccess(within, user.id)
      const detail = { ended, ...(reason && { reason }) }
      await audit(within, 'all_sessions_ended', { user_id: user.id, actor: `operator:${by}`, detail })
      return { email: user.email, ended }
    }),
  // For staff, `renewStaffFactor` makes a new one: without a factor they could not sign in at all.
  resetFactor: (ctx, { email, reason, by }) =>
    inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      const user = await userByEmail(within, email)
      if (!user || user.is_staff) throw new Problem('unknown_user')
      const { had_factor, passkeys } = await resetFactors(within, user)
      const ended = await endAccess(within, user.id)
      const detail = { reason, had_factor, count: passkeys, ended }
      await audit(within, 'factor_reset', { user_id: user.id, actor: `operator:${by}`, detail })
      return { email: user.email, had_factor, passkeys, ended }
    }),
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
