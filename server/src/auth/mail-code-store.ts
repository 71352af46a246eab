import type { Db } from '#db/db.ts'
import { oneTime } from '#db/one-time-store.ts'

export const EMAIL_CHANGES = oneTime('email_changes', { expires: 'expires_at' })

/** A new request replaces the old one, its codes and its tries. */
export async function putEmailChange(
  db: Db,
  { user_id, ...rest }: { user_id: number; new_email: string; old_mac: string; new_mac: string; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('email_changes')
    .values({ user_id, ...rest, tries: 0 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ ...rest, tries: 0 }))
    .execute()
}

export async function dropEmailChange(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', user_id).execute()
}

/** A new code replaces the old one and resets its tries. */
export async function putCode(db: Db, row: { user_id: number; code_mac: string; expires_at: Date }): Promise<void> {
  await db
    .insertInto('activation_codes')
    .values({ ...row, tries: 0 })
    .onConflict((on) =>
      on.column('user_id').doUpdateSet({ code_mac: row.code_mac, expires_at: row.expires_at, tries: 0 }),
    )
    .execute()
}
