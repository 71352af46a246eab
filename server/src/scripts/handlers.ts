import type { scripts } from '@portico/contract/scripts.ts'
import type { Handlers } from '#http/mount.ts'
import { claimSignUp } from '#users/index.ts'

export const scriptsHandlers: Handlers<typeof scripts> = {
  claimSignUp: async (ctx) => ({ is_due: await claimSignUp(ctx, ctx.session.user_id) }),
}
