import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type VatCheck = Omit<Selectable<Tables['vat_checks']>, 'id' | 'owner_id' | 'vat_id'>

const COLUMNS = ['result', 'error', 'consultation', 'name', 'address', 'checked_at'] as const

/** Answers are evidence and remain; of failed checks only the newest does. */
export async function insertVatCheck(db: Db, row: VatCheck & { owner_id: number; vat_id: string }): Promise<void> {
  await db
    .deleteFrom('vat_checks')
    .where('owner_id', '=', row.owner_id)
    .where('vat_id', '=', row.vat_id)
    .where('result', '=', 'unavailable')
    .execute()
  await db.insertInto('vat_checks').values(row).execute()
}

/** The newest check, and the newest one that was answered. */
export async function newestChecks(
  db: Db,
  owner_id: number,
  vat_id: string,
): Promise<{ tried: VatCheck | undefined; answered: VatCheck | undefined }> {
  const newest = db
    .selectFrom('vat_checks')
    .select(COLUMNS)
    .where('owner_id', '=', owner_id)
    .where('vat_id', '=', vat_id)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
  const tried = await newest.executeTakeFirst()
  const answered =
    tried?.result === 'unavailable' ? await newest.where('result', '!=', 'unavailable').executeTakeFirst() : tried
  return { tried, answered }
}

interface DueNumbers {
  countries: string[]
  /** Minimum pause between two checks of a number. */
  tried_before: Date
  /** A valid number is checked again when its answer is older than this, an unknown one sooner. */
  valid_before: Date
  invalid_before: Date
  limit: number
}

/** Accounts whose VAT number is due for a check, those never checked first. */
export async function ownersToCheck(db: Db, due: DueNumbers): Promise<number[]> {
  const { rows } = await sql<{ owner_id: number }>`
    select d.owner_id from billing_details d
      join users u on u.id = d.owner_id and u.status = 'active'
      left join lateral (select checked_at from vat_checks c where c.owner_id = d.owner_id and c.vat_id = d.vat_id
        order by checked_at desc limit 1) tried on true
      left join lateral (select checked_at, result from vat_checks c where c.owner_id = d.owner_id
        and c.vat_id = d.vat_id and c.result <> 'unavailable' order by checked_at desc limit 1) answered on true
      where d.kind = 'company' and d.vat_id <> '' and d.country = any (${due.countries})
        and (tried.checked_at is null or tried.checked_at < ${due.tried_before})
        and (answered.checked_at is null or answered.checked_at <
          case answered.result when 'valid' then ${due.valid_before}::timestamptz else ${due.invalid_before}::timestamptz end)
      order by tried.checked_at nulls first limit ${due.limit}`.execute(db)
  return rows.map(({ owner_id }) => owner_id)
}
