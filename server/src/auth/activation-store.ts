import type { Db } from '#db/db.ts'

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
