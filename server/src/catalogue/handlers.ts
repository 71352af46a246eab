import type { catalogue } from '@portico/contract/catalogue.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'

/** The catalogue at the prices of the account the user works with. */
export function catalogueHandlers(ownerOf: (ctx: UserCtx) => Promise<number>): Handlers<typeof catalogue> {
  return {
    list: async (ctx) => {
      const loaded = ctx.catalogue.forAccount(await ownerOf(ctx))
      return { prices: loaded.prices, ...loaded.sections(), functions: [...loaded.functions()] }
    },
    get: async (ctx, { id }) => {
      const shown = ctx.catalogue.forAccount(await ownerOf(ctx)).show(id)
      if (!shown) throw new Problem('not_allowed')
      return shown
    },
  }
}
