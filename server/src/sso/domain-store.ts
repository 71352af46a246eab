import type { Db } from '#db/db.ts'
import { oneTime } from '#db/one-time-store.ts'

/** A domain is proved once, by its DNS record or by the newest link mailed to it. */
export const PROOFS = oneTime('sso_domains', {
  expires: 'mail_until',
  used: 'proved_at',
  cleared: ['mail_hash', 'mail_until'],
})

export interface DomainRow {
  owner_id: number
  domain: string
  token: string
  proved_at: Date | null
}

const COLUMNS = ['owner_id', 'domain', 'token', 'proved_at'] as const

export function listDomains(db: Db, owner_id: number): Promise<DomainRow[]> {
  return db.selectFrom('sso_domains').select(COLUMNS).where('owner_id', '=', owner_id).orderBy('domain').execute()
}

export async function ownerOfDomain(db: Db, domain: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sso_domains')
    .select('owner_id')
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .executeTakeFirst()
  return row?.owner_id
}

export async function insertDomain(
  db: Db,
  row: { owner_id: number; domain: string; written: string; token: string; created_at: Date },
): Promise<boolean> {
  const made = await db
    .insertInto('sso_domains')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('domain')
    .executeTakeFirst()
  return made !== undefined
}

export async function deleteDomain(db: Db, owner_id: number, domain: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sso_domains')
    .where('owner_id', '=', owner_id)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Only the newest link counts. */
export async function setMailed(
  db: Db,
  { owner_id, domain }: Pick<DomainRow, 'owner_id' | 'domain'>,
  mailed: { mail_hash: Buffer; mail_until: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('sso_domains')
    .set(mailed)
    .where('owner_id', '=', owner_id)
    .where('domain', '=', domain)
    .where('proved_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function domainByMail(db: Db, mail_hash: Buffer, now: Date): Promise<DomainRow | undefined> {
  return db
    .selectFrom('sso_domains')
    .select(COLUMNS)
    .where('mail_hash', '=', mail_hash)
    .where(PROOFS.isOpen(now))
    .executeTakeFirst()
}
