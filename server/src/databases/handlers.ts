import type { databaseCards } from '@portico/contract/database-cards.ts'
import type { databases } from '@portico/contract/databases.ts'
import { activeLogin, roleOf } from '#access/index.ts'
import type { Handlers } from '#http/mount.ts'
import { fundsOf } from '#ledger/index.ts'
import { movableOf } from '#ledger/outgoing/index.ts'
import { buy } from './buy.ts'
import { issueLinks } from './links.ts'
import { payByCard } from './pay-by-card.ts'
import { getSample } from './sample.ts'
import { detailsOf, offerOf, offersOf, summaryOf } from './shop.ts'
import { purchasePage } from './show-purchases.ts'
import { ownedOf } from './store.ts'

export const databaseCardsHandlers: Handlers<typeof databaseCards> = { payByCard }

export const databasesHandlers: Handlers<typeof databases> = {
  listDatabases: async (ctx, { language = ctx.language }) => ({
    databases: (await offersOf(ctx)).map((offer) => summaryOf(offer, language)),
  }),
  getDatabase: async (ctx, { id, language = ctx.language }) => {
    const offer = await offerOf(ctx, id)
    const { owner_id } = await activeLogin(ctx)
    const owned = await ownedOf(ctx.db, owner_id, { database_id: id, version: offer.current.version })
    return { ...detailsOf(offer, language), owned }
  },
  getSample,
  getFunds: async (ctx) => {
    const { id, login } = await activeLogin(ctx)
    return { login, role: await roleOf(ctx), available_micros: movableOf(await fundsOf(ctx, id)) }
  },
  buy,
  getPurchases: async (ctx, { before, language = ctx.language }) => {
    const { owner_id } = await activeLogin(ctx)
    return { role: await roleOf(ctx), ...(await purchasePage(ctx, owner_id, before, language)) }
  },
  issueLinks,
}
