import type { catalogue } from '@portico/contract/catalogue.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Handlers } from '#http/mount.ts'
import type { Catalogue } from './room.ts'

export function catalogueHandlers(sold: Catalogue): Handlers<typeof catalogue> {
  return {
    list: async () => ({ prices: sold.prices, ...sold.sections(), functions: [...sold.functions()] }),
    get: async (_ctx, { id }) => {
      const shown = sold.show(id)
      if (!shown) throw new Problem('not_allowed')
      return shown
    },
  }
}
