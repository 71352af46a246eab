import type { Db } from '#db/db.ts'

/** The newest call of each login since a moment, by the index over login and time. */
export async function newestCalls(db: Db, login_ids: number[], since: Date): Promise<Map<number, Date>> {
  const rows = await Promise.all(
    login_ids.map((login_id) =>
      db
        .selectFrom('usage_events')
        .select(['login_id', 'at'])
        .where('login_id', '=', login_id)
        .where('at', '>=', since)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  // Of moved days the hour is known.
  const missing = login_ids.filter((_, at) => !rows[at])
  if (missing.length > 0)
    rows.push(
      ...(await db
        .selectFrom('usage_hours')
        .select((of) => ['login_id', of.fn.max('hour').as('at')])
        .where('login_id', 'in', missing)
        .where('hour', '>=', since)
        .groupBy('login_id')
        .execute()),
    )
  return new Map(rows.flatMap((row) => (row ? [[row.login_id, row.at]] : [])))
}

export async function callingAddresses(db: Db, login_id: number, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('usage_events')
    .select('ip')
    .distinct()
    .where('login_id', '=', login_id)
    .where('at', '>=', since)
    .limit(1_000)
    .execute()
  return rows.map((row) => row.ip)
}
