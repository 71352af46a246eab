import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type FindingRow = Selectable<Tables['payment_findings']>
type Processor = FindingRow['processor']

export function lastComparison(db: Db, filter: { processor?: Processor; is_whole?: boolean } = {}) {
  const { processor, is_whole } = filter
  return db
    .selectFrom('payment_comparisons')
    .selectAll()
    .$call((query) => (processor === undefined ? query : query.where('processor', '=', processor)))
    .$if(is_whole !== undefined, (query) => query.where('is_whole', '=', is_whole ?? true))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes runs that are older than any run can need. */
export async function insertComparison(
  db: Db,
  row: Insertable<Tables['payment_comparisons']>,
  before: Date,
): Promise<void> {
  await db.insertInto('payment_comparisons').values(row).execute()
  await db.deleteFrom('payment_comparisons').where('at', '<', before).execute()
}

/** The oldest first. */
export function openFindings(db: Db): Promise<FindingRow[]> {
  return db
    .selectFrom('payment_findings')
    .selectAll()
    .where('solved_at', 'is', null)
    .orderBy('found_at')
    .orderBy('payment_ref')
    .orderBy('finding')
    .execute()
}

export async function countFindings(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payment_findings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('solved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** All current findings of one payment; earlier ones that are not among them are resolved. */
export async function putFindings(
  db: Db,
  { processor, payment_ref }: Pick<FindingRow, 'processor' | 'payment_ref'>,
  findings: string[],
  now: Date,
): Promise<void> {
  for (const finding of findings)
    await db
      .insertInto('payment_findings')
      .values({ processor, payment_ref, finding, found_at: now, checked_at: now })
      .onConflict((on) =>
        on.columns(['processor', 'payment_ref', 'finding']).doUpdateSet({ checked_at: now, solved_at: null }),
      )
      .execute()
  await db
    .updateTable('payment_findings')
    .set({ solved_at: now, checked_at: now })
    .where('processor', '=', processor)
    .where('payment_ref', '=', payment_ref)
    .where('solved_at', 'is', null)
    .$if(findings.length > 0, (query) => query.where('finding', 'not in', findings))
    .execute()
}
