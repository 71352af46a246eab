import type { Db } from '#db/db.ts'

export async function saveResult(db: Db, task_id: string, path: string, result: Buffer): Promise<void> {
  await db
    .insertInto('gateway_results')
    .values({ task_id, path, result })
    .onConflict((on) => on.columns(['task_id', 'path']).doNothing())
    .execute()
}

export async function loadResult(db: Db, task_id: string, path: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('gateway_results')
    .select('result')
    .where('task_id', '=', task_id)
    .where('path', '=', path)
    .executeTakeFirst()
  return row?.result
}
