import { type live, liveStream } from '@portico/contract/live.ts'
import { isAllowed } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Handlers } from '#http/mount.ts'
import { modulesOfUser } from '#users/index.ts'
import { readChange } from './read-change.ts'

export const liveHandlers: Handlers<typeof live> = {
  async getLive(ctx, { tail }) {
    if (tail && !isAllowed(liveStream.tail[tail], await modulesOfUser(ctx, ctx.session.user_id)))
      throw new Problem('not_allowed')
    return (await readChange(ctx, tail, undefined)).change
  },
}
