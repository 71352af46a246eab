import type { auth } from '@portico/contract/auth.ts'
import { audit } from '#audit/room.ts'
import type { Handlers } from '#http/mount.ts'
import { authenticate } from './authenticate.ts'

export const authHandlers: Handlers<typeof auth> = {
  authenticate,
  signout: async (ctx) => {
    if (ctx.session) await audit(ctx, 'signed_out', {})
    await ctx.endSession()
    return { type: 'success' }
  },
}
