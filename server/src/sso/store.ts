import type { GivenRole } from '@portico/contract/role.ts'
import type { Db } from '#db/db.ts'

export interface SsoRow {
  owner_id: number
  issuer: string
  client_id: string
  sealed_secret: Buffer
  group_claim: string
  group_roles: { group: string; role: GivenRole }[]
  default_role: GivenRole | null
  cap_micros: number | null
  is_on: boolean
  is_required: boolean
  tested_at: Date | null
}

export function findSso(db: Db, owner_id: number): Promise<SsoRow | undefined> {
  return db.selectFrom('sso_settings').selectAll().where('owner_id', '=', owner_id).executeTakeFirst()
}

export async function putSso(db: Db, { owner_id, group_roles, ...rest }: SsoRow): Promise<void> {
  const row = { ...rest, group_roles: JSON.stringify(group_roles) }
  await db
    .insertInto('sso_settings')
    .values({ owner_id, ...row })
    .onConflict((on) => on.column('owner_id').doUpdateSet(row))
    .execute()
}

export async function switchSsoRow(
  db: Db,
  owner_id: number,
  change: { is_on: boolean; is_required: boolean },
): Promise<void> {
  await db.updateTable('sso_settings').set(change).where('owner_id', '=', owner_id).execute()
}

/** Only for the settings the test was made with. */
export async function markTested(db: Db, { owner_id, issuer, client_id }: SsoRow, tested_at: Date): Promise<void> {
  await db
    .updateTable('sso_settings')
    .set({ tested_at })
    .where('owner_id', '=', owner_id)
    .where('issuer', '=', issuer)
    .where('client_id', '=', client_id)
    .execute()
}

export async function deleteSso(db: Db, owner_id: number): Promise<boolean> {
  const result = await db.deleteFrom('sso_settings').where('owner_id', '=', owner_id).executeTakeFirst()
  return result.numDeletedRows === 1n
}
