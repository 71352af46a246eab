import type { Ctx } from '#ctx/ctx.ts'
import { namesProvider } from '#whitelabel/index.ts'
import { readIds, rememberRead } from './store.ts'

export { readUpdates } from './read-updates.ts'

/** News of the provider's API and who has read them. News older than the account is left out. */
export async function updatesFor(
  ctx: Pick<Ctx, 'db' | 'updates' | 'brand' | 'sites'>,
  user: { id: number; created_on: string },
) {
  const read = new Set(await readIds(ctx.db, user.id))
  const updates = newsAt(ctx).map((entry) => ({
    ...entry,
    is_read: read.has(entry.id) || entry.date < user.created_on,
  }))
  const pinned = updates.filter(({ is_breaking, is_read }) => is_breaking && !is_read)
  const rest = updates.filter(({ is_breaking, is_read }) => !is_breaking || is_read)
  return { updates: [...pinned, ...rest], unread: updates.filter(({ is_read }) => !is_read).length }
}

/** At a white-label, news that does not name the provider. */
function newsAt({ updates, brand, sites }: Pick<Ctx, 'updates' | 'brand' | 'sites'>) {
  if (brand.wl_id === 0) return updates
  return updates.filter(({ title, body }) => !namesProvider(sites.own.brand, `${title}\n${body}`))
}

export async function markRead(
  ctx: Pick<Ctx, 'db' | 'clock' | 'updates'>,
  user_id: number,
  ids: string[],
): Promise<void> {
  const known = ctx.updates.map(({ id }) => id).filter((id) => ids.includes(id))
  await rememberRead(ctx.db, user_id, known, ctx.clock.now())
}
