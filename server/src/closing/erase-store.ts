import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { ERASED } from './what-is-erased.ts'

/**
 * From here on sign-in is refused and nothing is charged. The e-mail stays until everything that is found by it is
 * gone.
 */
export async function shutDown(db: Db, owner_id: number, now: Date): Promise<void> {
  const account = sql`(select id from api_logins where owner_id = ${owner_id})`
  await sql`update ${sql.table('users')} set status = 'closed', password_hash = null where id = ${owner_id}`.execute(db)
  await sql`delete from ${sql.table('sessions')} where user_id = ${owner_id}`.execute(db)
  await sql`update ${sql.table('api_logins')} set status = 'off' where owner_id = ${owner_id}`.execute(db)
  await sql`update ${sql.table('auto_recharges')} set is_on = false, changed_at = ${now} where login_id in ${account}`.execute(
    db,
  )
  await sql`update ${sql.table('subscriptions')} set state = 'expired', access_until = null, changed_at = ${now}
    where owner_id = ${owner_id}`.execute(db)
}

/** Addresses of the user and of everyone the account has written to: mails and notes are found by them. */
export async function personalWords(db: Db, owner_id: number): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    select array(
      select email from users where id = ${owner_id}
      union select new_email from ${sql.table('email_changes')} where user_id = ${owner_id}
      union select unnest(invoice_emails) from ${sql.table('billing_details')} where owner_id = ${owner_id}
      union select email_norm from ${sql.table('invitations')} where owner_id = ${owner_id} and accepted_at is null
      union select login from api_logins where owner_id = ${owner_id}
    ) as words`.execute(db)
  return rows[0]?.words.filter((word) => word !== '') ?? []
}

interface Batch {
  owner_id: number
  email: string
  words: string[]
  now: Date
  limit: number
}

/** Rows of append-only tables are erased by functions of the database, in batches. Zero: nothing is left. */
export async function eraseBatch(db: Db, what: 'calls' | 'audit' | 'memos', of: Batch): Promise<number> {
  const { owner_id, email, words, now, limit } = of
  const statement = {
    calls: sql<{ rows: number }>`select erase_calls(${owner_id}::integer, ${limit}::integer) as rows`,
    audit: sql<{ rows: number }>`select erase_audit(${owner_id}::integer, ${email}, ${now}, ${limit}::integer) as rows`,
    memos: sql<{ rows: number }>`select erase_memos(${owner_id}::integer, ${words}::text[]) as rows`,
  }[what]
  return (await statement.execute(db)).rows[0]?.rows ?? 0
}

/** Deletes mails that were sent, and those to recipients unrelated to the account by now. */
export async function deleteMailsTo(db: Db, words: string[]): Promise<void> {
  await sql`delete from ${sql.table('outbox')} o
    where (o.sent_at is not null or o.failed_at is not null or o.template <> 'account_closed')
      and (o.to_address = any (${words}::text[])
        or exists (select from unnest(${words}::text[]) w where position(w in o.data::text || concat(o.sent_subject, ' ', o.sent_text)) > 0))`.execute(
    db,
  )
}

export async function hasWaitingMail(db: Db, words: string[]): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from ${sql.table('outbox')} o where o.to_address = any (${words}::text[])
      and o.sent_at is null and o.failed_at is null) as is_there`.execute(db)
  return rows[0]?.is_there ?? false
}

export async function eraseRows(db: Db, owner_id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from api_logins where owner_id = ${owner_id}`.execute(db)
  const logins = rows.map(({ id }) => id)
  for (const { table, column, by, set } of ERASED) {
    const theirs = by === 'logins' ? sql`= any (${logins}::integer[])` : sql`= ${owner_id}`
    const where = sql`where ${sql.ref(column)} ${theirs}`
    await (set
      ? sql`update ${sql.table(table)} set ${sql.raw(set)} ${where}`
      : sql`delete from ${sql.table(table)} ${where}`
    ).execute(db)
  }
}
