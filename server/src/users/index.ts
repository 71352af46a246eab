import { type Feature, firstPath } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import { normaliseEmail } from '@portico/contract/rules.ts'
import type { User } from '@portico/contract/user.ts'
import { createPersonalLogin } from '#access/index.ts'
import { recordEvent } from '#business-events/index.ts'
import { randomToken } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { NO_IDENTITY } from './chat-identity.ts'
import { listModules, profileAlone } from './modules.ts'
import {
  deleteOldPending,
  deletePendingUser,
  findPending,
  newestPending,
  type PendingRow,
  setVerified,
} from './pending-store.ts'
import { nameOr } from './sign-ups.ts'
import {
  clearParent,
  countUsers,
  deleteGrant,
  findUser,
  findUserByEmail,
  grantsOf,
  insertGrant,
  insertUser,
  recordSignIn,
  takeSignUp,
  type UserRow,
  updateDisabled,
  updateUser,
} from './store.ts'
import { grantsFor } from './user-modules.ts'
import { type Showing, workingLogin } from './working-login.ts'

export { chooseLogins, loginsInScope } from './choose-logins.ts'
/** The menu without the provider's files, and the ids they may hide. */
export { MENU_IDS } from './modules.ts'
export { preferencesOf, savePreferences } from './preferences.ts'
export { confirmInvited, confirmSignUp, createPending, hadTrial, rememberTrial, setEmail } from './sign-ups.ts'
export { staffMember } from './staff-member.ts'
export { lockUser } from './store.ts'
export { modulesOfUser } from './user-modules.ts'
export type PendingSignUp = PendingRow

type Reading = Pick<Ctx, 'db'>

/** Users and what they may see. Only this module reads or writes the users table. */
export async function createUser(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys' | 'env'>,
  given: { email: string; name?: string; password_hash: string | null; is_staff?: boolean },
): Promise<UserRow> {
  const email = normaliseEmail(given.email)
  if (await findUserByEmail(ctx.db, email)) throw new Problem('already_there')
  return inTx(ctx.db, async (db) => {
    const created = await insertUser(db, {
      public_id: randomToken(12),
      email,
      name: nameOr(given.name ?? '', email),
      password_hash: given.password_hash,
      is_staff: given.is_staff ?? false,
      now: ctx.clock.now(),
    })
    for (const type of ['customer.created', 'customer.confirmed'] as const)
      await recordEvent({ ...ctx, db }, { type, key: created.id, owner_id: created.id, data: {} })
    await createPersonalLogin({ ...ctx, db }, created)
    return created
  })
}

export async function sessionUser(ctx: Showing, id: number): Promise<User> {
  const row = await findUser(ctx.db, id)
  if (!row) throw new Problem('sign_in_needed')
  const grants = await grantsFor(ctx, id)
  const { api_login, role, by_sso, needs_factor, closes_at } = await workingLogin(ctx, id)
  const all = listModules(grants, ctx.brand, role, ctx.menu)
  const modules = needs_factor ? profileAlone(all) : all
  const home = await ctx.sites.withId(row.wl_id, ctx.db.isTransaction ? ctx.db : undefined)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    language: row.language,
    created_at: row.created_at.toISOString(),
    created_on: row.created_at.toISOString().slice(0, 10),
    last_login: row.last_login_at?.toISOString() ?? null,
    domain: home.origin.hostname,
    parent_id: row.parent_id ?? 0,
    wl_theme: home.wl_id === 0 ? null : home.brand.accent,
    wl_id: row.wl_id,
    settings: { country: row.country, time_zone: row.time_zone },
    show_app: ctx.brand.parent_id === 0,
    show_link_to_old_version: hasOldVersion(row.wl_id, grants),
    ...NO_IDENTITY,
    userImg: null,
    userMenu: modules.nav_bar,
    theme_view: row.theme_view,
    first_visit: row.first_visit,
    first_available_path: firstPath(modules),
    is_registration: false,
    api_login,
    role,
    by_sso,
    needs_factor,
    closes_at,
    modules,
  }
}

/** The seed names the two white-labels whose customers come from an older version. */
function hasOldVersion(wl_id: number, grants: string[]): boolean {
  return (wl_id === 220 && grants.includes('old-version')) || wl_id === 43
}

/** A confirmed account, also a disabled one; sign-ups that wait for confirmation are not accounts. */
export function userByEmail(ctx: Reading, email: string): Promise<UserRow | undefined> {
  return findUserByEmail(ctx.db, normaliseEmail(email))
}

export function userById(ctx: Reading, id: number): Promise<UserRow | undefined> {
  return findUser(ctx.db, id)
}

/** Hides the first steps from the user. */
export function dismissStartOf(ctx: Pick<Ctx, 'db' | 'clock'>, id: number): Promise<void> {
  return updateUser(ctx.db, id, { start_dismissed_at: ctx.clock.now() })
}

/** Whether analytics should count this sign-up now; true once for every account. */
export function claimSignUp(ctx: Reading, id: number): Promise<boolean> {
  return takeSignUp(ctx.db, id)
}

export async function changeUser(ctx: Showing, id: number, change: Parameters<typeof updateUser>[2]): Promise<User> {
  await updateUser(ctx.db, id, change)
  return sessionUser(ctx, id)
}

/**
 * Records a sign-in; `first_visit` is true for the first session since the account was made. The user is shown as the
 * new session works, whatever session the browser had before.
 */
export async function signedIn(
  ctx: Showing & Pick<Ctx, 'clock'>,
  id: number,
  sso_owner_id: number | null = null,
): Promise<User> {
  await recordSignIn(ctx.db, id, ctx.clock.now())
  return sessionUser({ ...ctx, session: { user_id: id, active_login_id: null, sso_owner_id } }, id)
}

export function pendingSignUp(ctx: Reading, public_id: string): Promise<PendingSignUp | undefined> {
  return findPending(ctx.db, public_id)
}

export function newestSignUp(ctx: Reading, email: string): Promise<PendingSignUp | undefined> {
  return newestPending(ctx.db, normaliseEmail(email))
}

/** The account must verify its address again; false when it already has to. */
export function askToConfirm(ctx: Reading, id: number): Promise<boolean> {
  return setVerified(ctx.db, id, null)
}

/**
 * While it is disabled sign-in is refused, no session of it counts, none of its logins may call, and nothing is charged
 * automatically.
 */
export function setDisabled(ctx: Reading, id: number, is_disabled: boolean): Promise<boolean> {
  return updateDisabled(ctx.db, id, is_disabled)
}

export function discardSignUp(ctx: Reading, id: number): Promise<void> {
  return deletePendingUser(ctx.db, id)
}

/** A sign-up that was not confirmed in a week is deleted with all it held. */
export function discardOldSignUps({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  return deleteOldPending(db, new Date(clock.now().getTime() - 7 * 24 * 60 * 60 * 1000))
}

/** Makes it a child account, of its parent's white-label. */
export function setParent(ctx: Reading, id: number, parent: { parent_id: number; wl_id: number }): Promise<void> {
  return updateUser(ctx.db, id, parent)
}

/** A child account of this parent becomes independent. */
export function leaveParent(ctx: Reading, id: number, parent_id: number): Promise<void> {
  return clearParent(ctx.db, id, parent_id)
}

/** Where the user does business: the country of their billing details. */
export function setCountry(ctx: Reading, id: number, country: string): Promise<void> {
  return updateUser(ctx.db, id, { country })
}

/** Returns true where it is new to the user. */
export function grantFeature(ctx: Reading, user_id: number, feature: Feature): Promise<boolean> {
  return insertGrant(ctx.db, user_id, feature)
}

/** Returns true where the user had it. */
export function revokeFeature(ctx: Reading, user_id: number, feature: Feature): Promise<boolean> {
  return deleteGrant(ctx.db, user_id, feature)
}

export function featuresOf(ctx: Reading, user_id: number): Promise<string[]> {
  return grantsOf(ctx.db, user_id)
}

export function userCount(ctx: Reading): Promise<number> {
  return countUsers(ctx.db)
}
