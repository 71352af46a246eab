import { idFrom } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { bookMoney } from '#ledger/index.ts'
import { ensureFile } from './files.ts'
import { offersOf } from './shop.ts'
import { claimPurchase, endPreparing, extendClaim, giveFiles, type PurchaseRow } from './store.ts'

type PrepareCtx = Pick<Ctx, 'db' | 'databases' | 'bucket' | 'env' | 'clock' | 'log'>

/** Time limit of one file; after that another process continues the work of a dead one. */
const CLAIM_MS = 60_000
const TRIES = 5

/**
 * Job, every two seconds: makes the files of paid purchases. Files and state change together; a purchase that cannot be made is
 * given up after five attempts, and is refunded in the transaction that records it.
 */
export async function preparePurchases(ctx: PrepareCtx): Promise<number> {
  let prepared = 0
  for (;;) {
    const purchase = await claimPurchase(ctx.db, ctx.clock.now(), claimEnd(ctx))
    if (!purchase) return prepared
    prepared += 1
    // An attempt that ended the process counts, too.
    if (purchase.tries > TRIES) {
      await refund(ctx, purchase)
      continue
    }
    try {
      await prepare(ctx, purchase)
    } catch (error) {
      ctx.log.error({ err: error, purchase: purchase.id, tries: purchase.tries }, 'preparing a purchase failed')
      if (purchase.tries >= TRIES) await refund(ctx, purchase)
    }
  }
}

async function prepare(ctx: PrepareCtx, purchase: PurchaseRow): Promise<void> {
  const { id, database_id, version, format, locations } = purchase
  const offer = (await offersOf(ctx)).find(({ source }) => source.id === database_id)
  if (!offer) throw new Error(`database ${database_id} is no longer offered`)
  const keys = locations.map((location) => ({ database_id, version, location, format }))
  for (const key of keys) {
    await extendClaim(ctx.db, id, claimEnd(ctx))
    await ensureFile(ctx, offer, key)
  }
  await inTx(ctx.db, async (db) => {
    if (await endPreparing(db, id, 'ready', ctx.clock.now())) await giveFiles(db, id, keys, ctx.clock.now())
  })
}

async function refund(ctx: PrepareCtx, { id, login_id, amount_micros, reference }: PurchaseRow): Promise<void> {
  await inTx(ctx.db, async (db) => {
    if (!(await endPreparing(db, id, 'failed', ctx.clock.now()))) return
    await bookMoney(
      { ...ctx, db },
      {
        id: idFrom(`refund of purchase:${id}`),
        // `refund` is for the cost of a call; this reverses the purchase itself.
        kind: 'purchase',
        login_id,
        world: 'world:purchases',
        amount_micros,
        memo: `purchase ${reference} could not be delivered`,
        actor: 'databases',
      },
    )
  })
}

function claimEnd({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() + CLAIM_MS)
}
