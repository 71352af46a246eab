import type { thirdparty } from '@portico/contract/thirdparty.ts'
import type { Handlers } from '#http/mount.ts'
import { claimSignUp } from '#users/room.ts'
import { chatIdentity } from './chat-identity.ts'

export const thirdpartyHandlers: Handlers<typeof thirdparty> = {
  chatIdentity,
  claimSignUp: async (ctx) => ({ is_due: await claimSignUp(ctx, ctx.session.user_id) }),
}
