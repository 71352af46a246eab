import type { StatusClass } from '@portico/contract/usage.ts'
import { sql } from 'kysely'
import { notifyChanges } from '#db/changes.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'

export interface RefusalRow {
  id: string
  login_id: number
  api: string
  function: string
  method: 'live' | 'task' | 'reference'
  path: string
  code: number
  class: StatusClass
  message: string
  http_status: number
  ip: string
  is_sandbox: boolean
  agent_id: number | null
  http_method: string
  repeats: number
}

/** A repeated id changes nothing. Every writer of a login's rows locks its account, because counts are derived meanwhile. */
export async function insertRefusal(db: Db, row: RefusalRow): Promise<void> {
  const {
    id,
    login_id,
    api,
    function: name,
    method,
    path,
    code,
    class: kind,
    message,
    http_status,
    ip,
    is_sandbox,
    agent_id,
    http_method,
    repeats,
  } = row
  await inTx(db, async (tx) => {
    await sql`select from ledger_accounts where api_login_id = ${login_id} for no key update`.execute(tx)
    await sql`
      insert into error_events (id, at, kind, login_id, api, function, method, path, code, class, message, http_status, ip, is_sandbox,
          http_method, repeats, agent_id)
        values (${id}::uuid, call_time(${id}::uuid), 'request', ${login_id}, ${api}, ${name}, ${method}, ${path}, ${code}, ${kind},
          ${message}, ${http_status}, ${ip}, ${is_sandbox}, ${http_method}, ${repeats}, ${agent_id})
        on conflict do nothing`.execute(tx)
    await notifyChanges(tx, [login_id])
  })
}
