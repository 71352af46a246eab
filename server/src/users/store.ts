import { PROFILE_TEXTS, type ProfileText } from '@portico/contract/profile.ts'
import type { StaffRole } from '@portico/contract/staff-permissions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { errorCode } from '#db/error-code.ts'
import { UNIQUE_VIOLATION } from './pending-store.ts'

export interface UserRow extends Record<ProfileText, string | null> {
  id: number
  public_id: string
  email: string
  name: string
  password_hash: string | null
  language: string
  theme_view: 'light' | 'dark' | 'system'
  /** Null: the browser's time zone. */
  time_zone: string | null
  country: string | null
  parent_id: number | null
  wl_id: number
  status: 'pending' | 'active' | 'disabled' | 'closed'
  is_staff: boolean
  /** What they may do in the console; null: nothing. */
  staff_role: StaffRole | null
  first_visit: boolean
  /** When they dismissed the first steps. */
  start_dismissed_at: Date | null
  is_third_party: boolean
  news: boolean
  offers: boolean
  reports: boolean
  triggers: boolean
  created_at: Date
  /** Null: the address must be verified again. */
  verified_at: Date | null
  last_login_at: Date | null
}

const COLUMNS = [
  'id',
  'public_id',
  'email',
  'name',
  'password_hash',
  'language',
  'theme_view',
  ...PROFILE_TEXTS,
  'time_zone',
  'country',
  'parent_id',
  'wl_id',
  'status',
  'is_staff',
  'staff_role',
  'first_visit',
  'start_dismissed_at',
  'is_third_party',
  'news',
  'offers',
  'reports',
  'triggers',
  'created_at',
  'verified_at',
  'last_login_at',
] as const

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** No other transaction changes the user's profile until this one ends. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** When the account of this owner closes. */
export async function closingOf(db: Db, owner_id: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select account_closes_at(${owner_id}::integer) as at`.execute(db)
  return rows[0]?.at ?? null
}

/** The consent string as it was last sent. */
export async function findConsent(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('consent').where('id', '=', id).executeTakeFirst()
  return row?.consent ?? null
}

export function findUserByEmail(db: Db, email_norm: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('email_norm', '=', email_norm)
    .where('status', 'in', ['active', 'disabled'])
    .executeTakeFirst()
}

export function insertUser(
  db: Db,
  row: { public_id: string; email: string; name: string; password_hash: string | null; is_staff: boolean; now: Date },
): Promise<UserRow> {
  const { now, ...rest } = row
  return db
    .insertInto('users')
    .values({ ...rest, email_norm: row.email, status: 'active', created_at: now, verified_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function updateUser(
  db: Db,
  id: number,
  change: Partial<Omit<UserRow, 'id' | 'public_id' | 'email' | 'status' | 'created_at'> & { consent: string }>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

/**
 * Replaces the address by a verified one; false when another account has it, also one that got it in this very moment,
 * which only the unique index can see. The caller must then roll back.
 */
export async function updateEmail(db: Db, id: number, email: string, now: Date): Promise<boolean> {
  try {
    await db.updateTable('users').set({ email, email_norm: email, verified_at: now }).where('id', '=', id).execute()
    return true
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** Disables an account, or activates it again; false when that changes nothing. Any other status is unchanged. */
export async function updateDisabled(db: Db, id: number, is_disabled: boolean): Promise<boolean> {
  const [from, to] = is_disabled ? (['active', 'disabled'] as const) : (['disabled', 'active'] as const)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Every sign-in but the first one clears `first_visit`. */
export async function recordSignIn(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ first_visit: sql<boolean>`first_visit and last_login_at is null`, last_login_at: now })
    .where('id', '=', id)
    .execute()
}

/** Returns true where it was due until now: of several concurrent calls one gets true. */
export async function takeSignUp(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ sign_up_due: false })
    .where('id', '=', id)
    .where('sign_up_due', '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function clearParent(db: Db, id: number, parent_id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ parent_id: null })
    .where('id', '=', id)
    .where('parent_id', '=', parent_id)
    .execute()
}

export async function grantsOf(db: Db, user_id: number): Promise<string[]> {
  const rows = await db.selectFrom('feature_grants').select('feature').where('user_id', '=', user_id).execute()
  return rows.map((row) => row.feature)
}

export async function insertGrant(db: Db, user_id: number, feature: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('feature_grants')
    .values({ user_id, feature })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteGrant(db: Db, user_id: number, feature: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feature_grants')
    .where('user_id', '=', user_id)
    .where('feature', '=', feature)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
