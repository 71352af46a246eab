import type { Db } from '#db/db.ts'

/** The recorded calls of a login, oldest first. */
export function callsOf(db: Db, login_id: number) {
  return db
    .selectFrom('usage_events')
    .select(['request_id', 'api', 'function', 'path', 'status_code', 'http_status', 'cost_micros', 'results'])
    .where('login_id', '=', login_id)
    .orderBy('id')
    .execute()
}
