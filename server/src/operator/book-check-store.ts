import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import type { BookProgress, Books } from '#ledger/books/index.ts'

export interface BookCheck {
  state: 'running' | 'done' | 'failed'
  seconds: number
  progress: BookProgress | null
  error: string | null
  result: Books | null
}

/** A check that was not renewed for this long has ended with its process. */
const IS_GONE = sql`alive_at < clock_timestamp() - interval '30 seconds'`
const GONE = 'the process that checked has ended'
const RETAINED = 20

/** Begins a check, unless one is under way on any instance; then it is that one. */
export function beginCheck(db: Db): Promise<{ started: boolean; run: string }> {
  return inTx(db, async (tx) => {
    await sql`
      update book_checks set ended_at = alive_at, error = ${GONE} where ended_at is null and ${IS_GONE}`.execute(tx)
    const run = randomUUID()
    const { rows } = await sql<{ id: string }>`
      insert into book_checks as c (id) values (${run}) on conflict ((true)) where ended_at is null
        do update set ended_at = null returning c.id`.execute(tx)
    await sql`
      delete from book_checks where ended_at is not null and id not in (
        select id from book_checks order by started_at desc limit ${RETAINED})`.execute(tx)
    return { started: rows[0]?.id === run, run: rows[0]?.id ?? run }
  })
}

/** The check under way is still alive, and has got this far. */
export async function renewCheck(db: Db, id: string, progress: BookProgress | null): Promise<void> {
  await sql`
    update book_checks set alive_at = clock_timestamp(), progress = ${JSON.stringify(progress)}
      where id = ${id} and ended_at is null`.execute(db)
}

export async function endCheck(db: Db, id: string, outcome: Books | { error: string }): Promise<void> {
  const [error, result] = 'error' in outcome ? [outcome.error, null] : [null, JSON.stringify(outcome)]
  await sql`
    update book_checks set ended_at = clock_timestamp(), progress = null, error = ${error}, result = ${result}
      where id = ${id} and ended_at is null`.execute(db)
}

/** This check; without an id the newest. */
export async function readCheck(db: Db, id?: string): Promise<BookCheck | undefined> {
  const { rows } = await sql<BookCheck>`
    select case when result is not null then 'done' when error is not null or ${IS_GONE} then 'failed' else 'running' end as state,
        round(extract(epoch from case when ended_at is not null then ended_at when ${IS_GONE} then alive_at
          else clock_timestamp() end - started_at), 1)::float8 as seconds,
        progress, case when ended_at is null and ${IS_GONE} then ${GONE} else error end as error, result
      from book_checks where ${id === undefined ? sql`true` : sql`id = ${id}`}
      order by started_at desc limit 1`.execute(db)
  return rows[0]
}
