import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { MovedKind } from '#ctx/moved-days.ts'
import { MIN_HOT_DAYS } from '#env/retention.ts'
import { storedHash } from './files.ts'
import { deleteKeys, movedDays } from './store.ts'

/**
 * Closed days of usage and errors move from their partition to a Parquet file each, in DATA_DIR or the bucket, which are read back and
 * compared with the ledger before the partition is emptied. What is read of them returns to the partition for a while, so that every
 * screen, file and refund reaches them by the same statements.
 */
export { openMovedDays } from './bring-back.ts'
export { moveDays } from './move-days.ts'

/** Files of moved days that are missing or are not what was written. */
export async function fileFaults(ctx: Pick<Ctx, 'db' | 'env' | 'bucket'>, since?: string): Promise<string[]> {
  const found: string[] = []
  for (const file of await movedDays(ctx.db)) {
    if (since !== undefined && file.day < since) continue
    const sha256 = await storedHash(ctx, file)
    if (sha256 === undefined) found.push(`${file.path}: the file of a moved day is missing`)
    else if (sha256 !== file.sha256) found.push(`${file.path}: the file of a moved day is not what was written`)
  }
  return found
}

/** The first day that is read fast, where a range begins before it; screens name it. */
export async function movedBefore(
  ctx: Pick<Ctx, 'moved' | 'clock'>,
  kind: MovedKind,
  since_ms: number,
): Promise<string | null> {
  if (since_ms >= ctx.clock.now().getTime() - MIN_HOT_DAYS * DAY_MS) return null
  const until = await ctx.moved.until(kind)
  return until > since_ms ? utcDay(new Date(until)) : null
}

/** Makes what is personal of a closed account unreadable in the files. Waits for rows that are being brought back. */
export function forgetMoved(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<void> {
  return deleteKeys(ctx.db, owner_id)
}
