import type { Ctx } from '#ctx/ctx.ts'
import type { AlertFacts } from './alert-text.ts'
import { deleteItems, insertItems } from './store.ts'

export { type AlertFacts, alertPath, alertText } from './alert-text.ts'
export { INBOX_CHANGED } from './store.ts'

/**
 * What people were notified of, behind the bell. Written in the transaction that records what happened, and announced
 * to their open pages with its commit.
 */
export function addToInbox(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  user_ids: number[],
  { kind, values }: AlertFacts,
  { id: login_id, owner_id }: { id: number; owner_id: number },
): Promise<void> {
  return insertItems(ctx.db, user_ids, { kind, values, login_id, owner_id, created_at: ctx.clock.now() })
}

export function deleteOldItems(ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> {
  return deleteItems(ctx.db, before)
}
