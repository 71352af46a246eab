import { microsToUnits } from '@portico/contract/money.ts'
import { isOwner, may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { REQUESTS_AT_ONCE, REQUESTS_PER_MINUTE, TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { creditIn, openAccount } from '#ledger/index.ts'
import { activeLogin } from './active-login.ts'
import { limitColumns, lockSettings, saveBounds, saveLimitColumns } from './caller-store.ts'
import { insertFreeLogin } from './login-names.ts'
import { listPeople, lockPeople, roleOfMember } from './member-store.ts'
import { makeApiPassword } from './passwords.ts'
import { activePeople } from './person-store.ts'
import { findLogin, findLoginById, type LoginRow, loginsOfAccount } from './store.ts'

/** The login a session works on, and what its user may do there. */
export {
  activeLogin,
  activeLoginFor,
  loginsOf,
  roleAt,
  roleOf,
  switchLogin,
  workingLoginOf,
} from './active-login.ts'

export type { ApiCaller } from './api-caller.ts'
export { type Callers, type InsideCaller, openCallers } from './callers.ts'
/** Secrets and purchases ask for the sign-in password when it was given more than five minutes ago. */
export { holderOf, readApiPassword } from './passwords.ts'
/** Users by their ids, including former members. */
export { activePeople, namesOf } from './person-store.ts'
/** Whether the owners of an account demand a second factor that a member lacks. */
export { isHeldBack } from './rule-store.ts'
export { keyPrefix, looksLikeKeySecret } from './secret.ts'
export { makeKey } from './secrets/keys.ts'

export { saveWorkingLogin } from './store.ts'

/** API logins and who may use them: the owner, and the members of the owner's team in their roles. */
export async function createPersonalLogin(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys' | 'env'>,
  owner: { id: number; email: string },
): Promise<LoginRow> {
  const login = await insertFreeLogin(ctx, owner)
  await openAccount(ctx, login)
  await makeApiPassword(ctx, { login_id: login.id, member_id: null }, 0)
  return login
}

/** The logins of one account, the personal one first. */
export function accountLogins(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<LoginRow[]> {
  return loginsOfAccount(ctx.db, owner_id)
}

export async function loginNamed(ctx: Pick<Ctx, 'db'>, name: string): Promise<LoginRow> {
  const login = await findLogin(ctx.db, name)
  if (!login) throw new Problem('unknown_login')
  return login
}

export async function loginById(ctx: Pick<Ctx, 'db'>, id: number): Promise<LoginRow> {
  const login = await findLoginById(ctx.db, id)
  if (!login) throw new Problem('unknown_login')
  return login
}

/** The login a new member of this owner's team works on first. */
export async function teamLogin(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<LoginRow> {
  const [login] = await loginsOfAccount(ctx.db, owner_id)
  if (!login) throw new Problem('unknown_login')
  return login
}

export function isMember(ctx: Pick<Ctx, 'db'>, owner_id: number, user_id: number): Promise<boolean> {
  return roleOfMember(ctx.db, owner_id, user_id).then((role) => role !== undefined)
}

/** Limits of a login other than money. */
export async function loginLimits(ctx: Pick<Ctx, 'db'>, login_id: number) {
  const { per_minute, simultaneous, ...rest } = await limitColumns(ctx.db, login_id)
  const request_limits = {
    per_minute: per_minute ?? REQUESTS_PER_MINUTE,
    simultaneous: simultaneous ?? REQUESTS_AT_ONCE,
    tasks_per_post: TASKS_PER_REQUEST_MAX,
  }
  return { ...rest, request_limits }
}

/** No other transaction changes the settings of this login until this one ends. */
export function holdLoginLimits(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<void> {
  return lockSettings(ctx.db, login_id)
}

export function saveLoginLimits(
  ctx: Pick<Ctx, 'db'>,
  login_id: number,
  change: Parameters<typeof saveLimitColumns>[2],
): Promise<void> {
  return saveLimitColumns(ctx.db, login_id, change)
}

/** Set by the operator: the rate limits of a login, and whether it may call at all. */
export async function boundLogin(
  ctx: Pick<Ctx, 'db'>,
  login: string,
  {
    on_hold,
    ...bounds
  }: { per_minute?: number | null; simultaneous?: number | null; on_hold?: boolean; subscriptions?: string[] },
) {
  const { id, owner_id, status: before } = await loginNamed(ctx, login)
  // A login its owner has turned off remains off when the hold is lifted.
  const status = on_hold ? ('on_hold' as const) : before === 'on_hold' ? ('active' as const) : undefined
  await saveBounds(ctx.db, id, { ...bounds, ...(on_hold !== undefined && status && { status }) })
  const { request_limits } = await loginLimits(ctx, id)
  const { status: now, subscriptions } = await loginNamed(ctx, login)
  return { owner_id, status: now, subscriptions, ...request_limits }
}

export async function creditsOf(ctx: Pick<UserCtx, 'db' | 'session'>) {
  const credit = await creditIn(ctx, (await activeLogin(ctx)).id)
  return { balance: microsToUnits(credit.balance_micros), ...credit }
}

/** All members of an account, owners included; the founder comes first. */
export function peopleOf(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  return listPeople(ctx.db, owner_id)
}

/** The owners, who are notified of what concerns the whole account. */
export async function ownersOf(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  return (await peopleOf(ctx, owner_id)).filter(({ role }) => isOwner(role))
}

/** The members who pay, who are notified of payments that no member started. */
export async function payersOf(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  const paying = (await peopleOf(ctx, owner_id)).filter(({ role }) => may(role, 'add_funds'))
  return activePeople(
    ctx.db,
    paying.map(({ user_id }) => user_id),
  )
}

/** All members; no other transaction changes their roles and caps until this one ends. */
export function lockTeam(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  return lockPeople(ctx.db, owner_id)
}
