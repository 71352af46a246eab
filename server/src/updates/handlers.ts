import type { updates } from '@portico/contract/updates.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { sessionUser } from '#users/index.ts'
import { markRead, updatesFor } from './index.ts'

const listFor = async (ctx: UserCtx) => updatesFor(ctx, await sessionUser(ctx, ctx.session.user_id))

export const updatesHandlers: Handlers<typeof updates> = {
  getUpdates: listFor,
  markUpdatesRead: async (ctx, { ids }) => {
    await markRead(ctx, ctx.session.user_id, ids)
    return listFor(ctx)
  },
}
