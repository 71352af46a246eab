import type { whitelabel } from '@portico/contract/whitelabel.ts'
import type { Handlers } from '#http/mount.ts'

export const whitelabelHandlers: Handlers<typeof whitelabel> = {
  getWlHelpRedirectUrl: async (ctx) => ({ url: ctx.brand.help_link ?? '' }),
}
