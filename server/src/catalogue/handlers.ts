import type { catalogue } from '@portico/contract/catalogue.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Handlers } from '#http/mount.ts'
import type { Catalogue } from './room.ts'

export function catalogueHandlers(loaded: Catalogue): Handlers<typeof catalogue> {
  return {
    list: async () => ({ prices: loaded.prices, ...loaded.sections(), functions: [...loaded.functions()] }),
    get: async (_ctx, { id }) => {
      const shown = loaded.show(id)
      if (!shown) throw new Problem('not_allowed')
      return shown
    },
  }
}
