import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { ensureFile } from './files.ts'
import { mailBuyers } from './mail-buyers.ts'
import { type Offer, offersOf } from './shop.ts'
import { type FileKey, giveFiles, type PurchaseRow } from './store.ts'
import { lockOffer, purchasesWithout } from './version-store.ts'

type UpdatesCtx = Parameters<typeof mailBuyers>[0] & Pick<Ctx, 'databases' | 'bucket' | 'env' | 'clock' | 'log'>

/**
 * Job, hourly and at the start: gives a version from the provider's own file to every buyer with updates. A version published from
 * a folder is given in the transaction that publishes it.
 */
export async function giveUpdates(ctx: UpdatesCtx): Promise<number> {
  let given = 0
  for (const offer of await offersOf(ctx)) if (!offer.current.is_published) given += await giveCurrent(ctx, offer)
  return given
}

async function giveCurrent(ctx: UpdatesCtx, offer: Offer): Promise<number> {
  const { source, current } = offer
  const waiting = await purchasesWithout(ctx.db, source.id, current.version, ctx.clock.now())
  if (waiting.length === 0) return 0
  for (const key of waiting.flatMap((purchase) => filesFor(offer, purchase))) await ensureFile(ctx, offer, key)
  const prepared = new Set(waiting.map(({ id }) => id))
  return inTx(ctx.db, async (db) => {
    // Another process may be giving the same: its updates are visible once it is done.
    await lockOffer(db, source.id, 'publish')
    const now = ctx.clock.now()
    // Accounts that bought meanwhile are served the next time.
    const buyers = (await purchasesWithout(db, source.id, current.version, now)).filter(({ id }) => prepared.has(id))
    for (const purchase of buyers) await giveFiles(db, purchase.id, filesFor(offer, purchase), now)
    await mailBuyers({ ...ctx, db }, source, current.version, buyers)
    return buyers.length
  })
}

function filesFor({ source, current }: Offer, { locations, format }: PurchaseRow): FileKey[] {
  const covered = locations.filter((location) => Object.hasOwn(current.locations, location))
  return covered.map((location) => ({ database_id: source.id, version: current.version, location, format }))
}
