import { OWNER } from '@portico/contract/permissions.ts'
import type { Role } from '@portico/contract/role.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export async function roleOfMember(db: Db, owner_id: number, user_id: number): Promise<Role | undefined> {
  const row = await db
    .selectFrom('team_members')
    .select('role')
    .where('owner_id', '=', owner_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.role
}

/** Serialises changes of one account's team. Also taken by `account_keeps_an_owner`. */
const TEAM_LOCK = 7_203_002

/**
 * All members of an account with their rights, locked until the end of the transaction. Rows come first: a transaction
 * that changed one without this lock takes it when it commits.
 */
export async function lockPeople(db: Db, owner_id: number) {
  await db.selectFrom('team_members').select('user_id').where('owner_id', '=', owner_id).forUpdate().execute()
  await sql`select pg_advisory_xact_lock(${TEAM_LOCK}::int, ${owner_id}::int)`.execute(db)
  return listPeople(db, owner_id)
}

/** The founder comes first: an owner, unless a row gives them another role. */
export function listPeople(db: Db, owner_id: number) {
  return (
    db
      .selectFrom('users')
      .leftJoin('team_members as m', (on) => on.onRef('m.user_id', '=', 'users.id').on('m.owner_id', '=', owner_id))
      .select((is) => [
        'users.id as user_id',
        'users.name',
        'users.email',
        is.fn.coalesce('m.role', sql<Role>`${OWNER}`).as('role'),
        'm.cap_micros',
        is.fn.coalesce('m.created_at', 'users.created_at').as('created_at'),
      ])
      // One list of ids, so that they are found along the key, however many accounts there are.
      .where(
        sql<boolean>`users.id = any (array(select ${owner_id}::integer union all select user_id from team_members where owner_id = ${owner_id}))`,
      )
      .orderBy((is) => is('users.id', '!=', owner_id))
      .orderBy('users.name')
      .orderBy('users.id')
      .execute()
  )
}
