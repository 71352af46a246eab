import type { ExpressionBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { errorCode } from '#db/error-code.ts'
import type { Tables } from '#db/tables.ts'

export interface PendingRow {
  id: number
  public_id: string
  email: string
  name: string
  language: string
  password_hash: string | null
  /** `active`: an account that must verify its address again. */
  status: 'pending' | 'active' | 'disabled' | 'closed'
  created_at: Date
}

const COLUMNS = ['id', 'public_id', 'email', 'name', 'language', 'password_hash', 'status', 'created_at'] as const

export function insertPending(
  db: Db,
  row: {
    public_id: string
    email: string
    name: string
    phone: string | null
    language: string
    password_hash: string | null
    attribution: Record<string, unknown>
    is_third_party: boolean
    sign_up_due: boolean
    wl_id: number
    now: Date
  },
): Promise<PendingRow> {
  const { now, attribution, ...rest } = row
  return db
    .insertInto('users')
    .values({
      ...rest,
      email_norm: row.email,
      status: 'pending',
      created_at: now,
      attribution: JSON.stringify(attribution),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export function findPending(db: Db, public_id: string): Promise<PendingRow | undefined> {
  return db.selectFrom('users').select(COLUMNS).where('public_id', '=', public_id).where(isWaiting).executeTakeFirst()
}

/** A waiting account comes before sign-ups with its address. */
export function newestPending(db: Db, email_norm: string): Promise<PendingRow | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('email_norm', '=', email_norm)
    .where(isWaiting)
    .orderBy(({ eb }) => eb('status', '=', 'active'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function isWaiting({ eb }: { eb: ExpressionBuilder<Tables, 'users'> }) {
  return eb('status', '=', 'pending').or(eb('status', '=', 'active').and('verified_at', 'is', null))
}

/** Marks the address of an account as verified since then, or no longer; false when that changes nothing. */
export async function setVerified(db: Db, id: number, verified_at: Date | null): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ verified_at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('verified_at', verified_at ? 'is' : 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const UNIQUE_VIOLATION = '23505'

/**
 * Confirms one sign-up; false when the address meanwhile belongs to a confirmed account, also to one confirmed in this
 * very moment, which only the unique index can see. The caller must then roll back.
 */
export async function confirmPending(db: Db, id: number, now: Date): Promise<boolean> {
  try {
    return await confirm(db, id, now)
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

async function confirm(db: Db, id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ status: 'active', verified_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .whereRef('other.email_norm', '=', 'users.email_norm')
            .where('other.status', 'in', ['active', 'disabled']),
        ),
      ),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Verifying the address discards all other sign-ups made with it. */
export async function deletePending(db: Db, email_norm: string): Promise<void> {
  await db.deleteFrom('users').where('email_norm', '=', email_norm).where('status', '=', 'pending').execute()
}

export async function deletePendingUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).where('status', '=', 'pending').execute()
}

export async function deleteOldPending(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('users').where('status', '=', 'pending').where('created_at', '<', before).execute()
}

/** Returns true where it was new. */
export async function insertTrialAddress(db: Db, address_mac: string, given_at: Date): Promise<boolean> {
  const row = await db
    .insertInto('trial_addresses')
    .values({ address_mac, given_at })
    .onConflict((on) => on.doNothing())
    .returning('address_mac')
    .executeTakeFirst()
  return row !== undefined
}

export async function isTrialAddress(db: Db, address_mac: string): Promise<boolean> {
  const query = db.selectFrom('trial_addresses').select('address_mac').where('address_mac', '=', address_mac)
  return (await query.executeTakeFirst()) !== undefined
}
