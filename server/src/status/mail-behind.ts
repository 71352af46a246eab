import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { claimBehind, type Mark, moveTo, type SubscriberRow } from './subscriber-store.ts'

const BATCH = 200

interface News<Row> {
  newest(db: Db): Promise<number>
  /** With a number above this one, oldest first. */
  after(db: Db, id: number): Promise<Row[]>
  mailOne(db: Db, subscriber: SubscriberRow, row: Row): Promise<void>
}

/** Writes to all subscribers what they do not have yet. Mails and marks are one transaction, so each is sent once. */
export async function mailBehind<Row extends { id: number }>(
  ctx: Pick<Ctx, 'db'>,
  mark: Mark,
  { newest, after, mailOne }: News<Row>,
): Promise<number> {
  const newest_id = await newest(ctx.db)
  for (let written = 0; ; ) {
    const count = await inTx(ctx.db, async (db) => {
      const behind = await claimBehind(db, mark, newest_id, BATCH)
      const oldest = behind[0]?.[mark]
      if (oldest === undefined) return 0
      const rows = (await after(db, oldest)).filter(({ id }) => id <= newest_id)
      for (const subscriber of behind)
        for (const row of rows) if (row.id > subscriber[mark]) await mailOne(db, subscriber, row)
      await moveTo(
        db,
        mark,
        behind.map(({ id }) => id),
        newest_id,
      )
      return behind.length
    })
    if (count === 0) return written
    written += count
  }
}
