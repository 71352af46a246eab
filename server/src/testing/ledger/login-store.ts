import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

let number = 0

/** An API login with an account and no money, for tests, benches and proofs of the ledger. */
export async function insertTestLogin(
  db: Db,
  kind: 'personal' | 'machine' = 'personal',
): Promise<{ id: number; login: string }> {
  number += 1
  const login = `login-${process.pid}-${number}@example.com`
  const { rows } = await sql<{ id: number }>`
    with owner as (
      insert into users (public_id, email, email_norm, name, created_at) values (${login}, ${login}, ${login}, 'Test', now()) returning id
    ),
    made as (insert into api_logins (login, owner_id, kind, created_at) select ${login}, id, ${kind}, now() from owner returning id)
    insert into ledger_accounts (name, api_login_id) select ${`login:${login}`}, id from made returning api_login_id as id`.execute(
    db,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the insert returned no login')
  return { id, login }
}
