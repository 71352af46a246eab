import type { Db } from '#db/db.ts'

/** How a task went, while it is stored. */
export function taskTrace(db: Db, id: string) {
  return db
    .selectFrom('gateway_tasks')
    .select([
      'state',
      'tries',
      'upstream_id',
      'posted_at',
      'started_at',
      'due_at',
      'finished_at',
      'fetched_at',
      'login_id',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function webhooksOfTask(db: Db, task_id: string) {
  return db
    .selectFrom('gateway_webhooks')
    .select(['kind', 'host', 'tries', 'due_at', 'sent_at', 'failed_at', 'last_error', 'waits_for_host'])
    .where('task_id', '=', task_id)
    .orderBy('id')
    .execute()
}
