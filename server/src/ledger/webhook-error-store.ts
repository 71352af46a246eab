import type { StatusClass } from '@portico/contract/usage.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'

export interface WebhookErrorRow {
  id: string
  login_id: number
  api: string
  function: string
  path: string
  task_id: string
  code: number
  class: StatusClass
  message: string
  http_status: number | null
  repeats?: number
}

/** A repeated id changes nothing. Every writer of a login's rows locks its account, because counts are derived meanwhile. */
export async function insertWebhookError(db: Db, row: WebhookErrorRow): Promise<void> {
  const { id, login_id, api, function: name, path, task_id, code, class: kind, message, http_status, repeats = 0 } = row
  await inTx(db, async (tx) => {
    await sql`select from ledger_accounts where api_login_id = ${login_id} for no key update`.execute(tx)
    await sql`
      insert into error_events (id, at, kind, login_id, api, function, method, path, task_id, code, class, message, http_status, is_sandbox, repeats)
        values (${id}::uuid, call_time(${id}::uuid), 'webhook', ${login_id}, ${api}, ${name}, 'task', ${path}, ${task_id}, ${code},
          ${kind}, ${message}, ${http_status}, false, ${repeats})
        on conflict do nothing`.execute(tx)
  })
}
