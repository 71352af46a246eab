import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import {
  applyPrices,
  commonBook,
  endOwnPrices,
  listPrices,
  type Prices,
  previewPrices,
  withdrawPrices,
} from '#prices/index.ts'
import { userByEmail } from '#users/index.ts'
import { effectOfPrices } from './price-effect.ts'
import { staffSees } from './staff-sees.ts'

type PriceHandlers = Pick<
  Handlers<typeof operator>,
  'checkPrices' | 'applyPrices' | 'listPrices' | 'withdrawPrices' | 'endOwnPrices' | 'priceEffect' | 'priceBook'
>

export function priceHandlers(prices: Prices): PriceHandlers {
  const { catalogue, lead_ms, refresh } = prices
  return {
    checkPrices: async (ctx, { email, book, file, at }) =>
      inWords(
        await previewPrices(ctx, catalogue, lead_ms, { book, file, at: momentOf(at), whose: await who(ctx, email) }),
      ),
    applyPrices: async (ctx, { email, book, file, at, is_announced, by }) => {
      const input = { book, file, at: momentOf(at), whose: await who(ctx, email), is_announced, by }
      const done = await applyPrices(ctx, catalogue, lead_ms, input)
      await refresh()
      return inWords(done)
    },
    priceEffect: async (ctx, { email, book, file, at }) =>
      effectOfPrices(ctx, prices, { book, file, at: momentOf(at), whose: await who(ctx, email) }),
    priceBook: async (ctx, { version }) => {
      const row = await commonBook(ctx.db, version)
      if (!row?.book) throw new Problem('invalid_input', { fields: { version: 'is not applied' } })
      return { version: row.version, valid_from: row.valid_from.toISOString(), book: row.book }
    },
    listPrices: async (ctx, { email }) => {
      if (email !== undefined && !staffSees(ctx, 'see_customers')) throw new Problem('not_allowed')
      return { versions: await listPrices(ctx, await who(ctx, email)) }
    },
    withdrawPrices: async (ctx, { email, version, by }) => {
      const done = await withdrawPrices(ctx, lead_ms, { whose: await who(ctx, email), version, by })
      await refresh()
      return inWords(done)
    },
    endOwnPrices: async (ctx, { email, at, by }) => {
      const whose = await who(ctx, email)
      if (!whose) throw new Problem('unknown_user')
      const done = await endOwnPrices(ctx, lead_ms, { whose, at: momentOf(at), by })
      await refresh()
      return inWords(done)
    },
  }
}

async function who(ctx: Pick<Ctx, 'db'>, email: string | undefined) {
  if (email === undefined) return null
  const user = await userByEmail(ctx, email)
  if (!user) throw new Problem('unknown_user', { fields: { email: 'has no account' } })
  return { id: user.id, email: user.email }
}

function momentOf(at: string | undefined): Date | null {
  return at === undefined ? null : new Date(at)
}

function inWords<T extends { valid_from: Date }>(done: T): Omit<T, 'valid_from'> & { valid_from: string } {
  return { ...done, valid_from: done.valid_from.toISOString() }
}
