import type { Db } from '#db/db.ts'

/** The outbox rows that tests read. */
export function allMail(db: Db) {
  return db.selectFrom('outbox').selectAll().orderBy('id').execute()
}
