import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** A position in the chain: everything up to this row has been checked. */
export interface Link {
  last_id: number
  hash: Buffer
  rows: number
}

export interface AuditCheck extends Link {
  at: Date
  is_whole: boolean
  broken: number[]
}

/**
 * True where line `e`, which records that an account was erased, covers line `part`: one of the account, by its
 * founder, or named in it.
 */
const IS_COVERED = sql`(e.user_id = part.user_id or part.actor = 'user:' || e.user_id
  or part.id::text = any (string_to_array(e.detail ->> 'lines', ',')))`

/**
 * A line whose personal parts were erased keeps its hash, which the next line follows. It is valid as long as a later
 * line of the chain records that its account was erased: an edit cannot hide behind it without such a line.
 */
const IS_ERASED = sql`(part.erased_at is not null and part.ip = '' and part.request_id = '' and exists (
  select from audit_log e where e.action = 'account_erased' and e.id > part.id and ${IS_COVERED}))`

/**
 * Checks the rows after a position, up to a limit: returns those that do not follow from their content and the row
 * before.
 */
export async function checkRows(db: Db, after: Link, limit: number): Promise<Link & { broken: number[] }> {
  const { rows } = await sql<{ last_id: number | null; hash: Buffer | null; rows: number; broken: number[] }>`
    select max(id) as last_id, (array_agg(hash order by id desc))[1] as hash, count(*) as rows,
        coalesce(array_agg(id order by id) filter (where (hash <> computed and not is_erased) or previous <> before), '{}') as broken
      from (
        select id, hash, previous, ${IS_ERASED} as is_erased, coalesce(lag(hash) over (order by id), ${after.hash}) as before,
            sha256(previous || convert_to(concat_ws('|', at at time zone 'UTC', actor, action, user_id, detail::text, ip, request_id), 'UTF8')) as computed
          from (select * from audit_log where id > ${after.last_id} order by id limit ${limit}) part
      ) chain`.execute(db)
  const found = rows[0]
  if (!found || found.last_id === null || found.hash === null) return { ...after, rows: 0, broken: [] }
  return { last_id: found.last_id, hash: found.hash, rows: found.rows, broken: found.broken }
}

/** Erased lines of other accounts that no such line covers yet. */
export async function erasedElsewhere(db: Db, owner_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select part.id from audit_log part where part.erased_at is not null and part.user_id is distinct from ${owner_id}::integer
        and part.actor <> ${`user:${owner_id}`}
        and not exists (select from audit_log e where e.action = 'account_erased' and ${IS_COVERED})
      order by part.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** True where the row a check ended with is still the same. */
export async function isStillThere(db: Db, { last_id, hash }: Link): Promise<boolean> {
  const row = await db.selectFrom('audit_log').select('hash').where('id', '=', last_id).executeTakeFirst()
  return row?.hash.equals(hash) ?? false
}

export function newestCheck(db: Db): Promise<AuditCheck | undefined> {
  return db.selectFrom('audit_checks').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** The newest check that found nothing; of the whole chain with `is_whole`. */
export function newestGoodCheck(db: Db, { is_whole }: { is_whole: boolean }): Promise<AuditCheck | undefined> {
  return db
    .selectFrom('audit_checks')
    .selectAll()
    .where(sql<boolean>`broken = '{}'`)
    .$if(is_whole, (query) => query.where('is_whole', '=', true))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertCheck(db: Db, check: AuditCheck): Promise<void> {
  await db.insertInto('audit_checks').values(check).execute()
}
