import { ALERT_KINDS, type AlertKind } from '@portico/contract/alert-kinds.ts'
import { sql } from 'kysely'
import type { Session } from '#ctx/ctx.ts'
import { CHANGES_CHANNEL } from '#db/changes.ts'
import type { Db } from '#db/db.ts'
import { knownName } from '#db/known-name.ts'

/** Before the ids of people, on the channel that open pages listen on already. */
export const INBOX_CHANGED = 'inbox '
/** Ten digits and a comma each: below the limit of a notification. */
const MOST_AT_ONCE = 700

type Reader = Pick<Session, 'user_id' | 'sso_owner_id'>

/** A session by single sign-on knows one account. That nothing is read of a team one has left, the database ensures. */
function readable({ user_id, sso_owner_id }: Reader) {
  return sql<boolean>`user_id = ${user_id} and (${sso_owner_id}::integer is null or owner_id = ${sso_owner_id}::integer)`
}

export async function insertItems(
  db: Db,
  user_ids: number[],
  item: { owner_id: number; login_id: number; kind: AlertKind; values: object; created_at: Date },
): Promise<void> {
  if (user_ids.length === 0) return
  const row = { ...item, kind: knownName(ALERT_KINDS, item.kind), values: JSON.stringify(item.values) }
  await db
    .insertInto('inbox_items')
    .values(user_ids.map((user_id) => ({ ...row, user_id })))
    .execute()
  await announce(db, user_ids)
}

export async function announce(db: Db, user_ids: number[]): Promise<void> {
  for (let from = 0; from < user_ids.length; from += MOST_AT_ONCE) {
    const payload = `${INBOX_CHANGED}${user_ids.slice(from, from + MOST_AT_ONCE).join(',')}`
    await sql`select pg_notify(${CHANGES_CHANNEL}, ${payload})`.execute(db)
  }
}

export function itemsOf(db: Db, reader: Reader, before: number | undefined, limit: number) {
  return db
    .selectFrom('inbox_items')
    .select(['id', 'owner_id', 'login_id', 'kind', 'values', 'created_at', 'read_at'])
    .where(readable(reader))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function unreadOf(db: Db, reader: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('inbox_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(readable(reader))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns how many were unread. */
export async function markItems(
  db: Db,
  reader: Reader,
  { id, all_before }: { id: number; all_before: boolean },
  read_at: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('inbox_items')
    .set({ read_at })
    .where(readable(reader))
    .where('id', all_before ? '<=' : '=', id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function deleteItems(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('inbox_items').where('created_at', '<', before).execute()
}
