import type { Db } from '#db/db.ts'

/** What tests read of the outbox. */
export function allMail(db: Db) {
  return db.selectFrom('outbox').selectAll().orderBy('id').execute()
}
