import type { StatusClass } from '@portico/contract/usage.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { FINAL_CALLS } from '#ledger/index.ts'

export interface SeenCall {
  id: string
  at: Date
  api: string
  function: string
  path: string
  status_code: number
  status_class: StatusClass
  cost_micros: number
  time_ms: number
  is_sandbox: boolean
  login_id: number
}

/** The newest calls of these logins, read along the index over login and time. */
export async function newestCalls(db: Db, login_ids: number[], since: Date, limit: number): Promise<SeenCall[]> {
  const { rows } = await sql<SeenCall>`
    select c.* from unnest(${login_ids}::integer[]) as l (id)
      cross join lateral (
        select id, at, api, function, path, status_code, status_class, cost_micros, time_ms, is_sandbox, login_id
          from ${FINAL_CALLS} calls where login_id = l.id and at >= ${since} order by at desc, id desc limit ${limit}
      ) c
      order by c.at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}
