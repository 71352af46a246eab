import { CLOSING_REMIND_DAYS } from '@portico/contract/closing.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { accountLogins } from '#access/index.ts'
import { auditErased } from '#audit/index.ts'
import { recordClosed } from '#business-events/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { forgetExports } from '#data-export/index.ts'
import { inTx } from '#db/tx.ts'
import { hasTrialCredit } from '#ledger/index.ts'
import { forgetMoved } from '#moved-days/index.ts'
import { rememberTrial, userById } from '#users/index.ts'
import { deleteMailsTo, eraseBatch, eraseRows, hasWaitingMail, personalWords, shutDown } from './erase-store.ts'
import { mailOwners } from './mail-owners.ts'
import { type ClosingRow, closingsDue, closingsToRemind, lockClosing, markClosing } from './store.ts'

type ClosingCtx = Pick<Ctx, 'db' | 'env' | 'keys' | 'clock' | 'sites' | 'log'>

const BATCH = 5000

/**
 * Job, every minute: reminds owners that the end is near, and erases the personal data of accounts whose time is over.
 * Every step is idempotent, and the mark of completion is written last: after a stop anywhere the next run continues.
 * Returns the number of finished accounts.
 */
export async function runClosings(ctx: ClosingCtx): Promise<number> {
  const now = ctx.clock.now()
  for (const { owner_id, closes_at } of await closingsToRemind(
    ctx.db,
    new Date(now.getTime() + CLOSING_REMIND_DAYS * DAY_MS),
  ))
    await inTx(ctx.db, async (db) => {
      const row = await lockClosing(db, owner_id)
      if (!row || row.reminded_at) return
      await markClosing(db, owner_id, { reminded_at: now })
      if (closes_at > now) await mailOwners({ ...ctx, db }, owner_id, 'account_closes_soon', closes_at)
    })
  let finished = 0
  for (const row of await closingsDue(ctx.db, now)) {
    // One account that fails must not delay the others.
    finished += await finish(ctx, row).catch((error) => {
      ctx.log.error({ err: error, owner_id: row.owner_id }, 'account erasure failed, retrying in the next run')
      return 0
    })
  }
  return finished
}

async function finish(ctx: ClosingCtx, { owner_id }: ClosingRow): Promise<number> {
  const now = ctx.clock.now()
  const words = await inTx(ctx.db, async (db) => {
    const row = await lockClosing(db, owner_id)
    // An owner cancelled it a moment ago.
    if (!row || row.erased_at) return undefined
    if (!row.told_at) {
      await mailOwners({ ...ctx, db }, owner_id, 'account_closed', row.closes_at)
      await markClosing(db, owner_id, { told_at: now })
      await recordClosed({ ...ctx, db }, owner_id)
    }
    await shutDown(db, owner_id, now)
    return personalWords(db, owner_id)
  })
  if (!words) return 0
  const founder = await userById(ctx, owner_id)
  if (!founder) return 0
  // For accounts from before addresses with trial credit were recorded.
  for (const login of await accountLogins(ctx, owner_id))
    if (login.owner_id === owner_id && (await hasTrialCredit(ctx, login.id))) await rememberTrial(ctx, founder.email)
  // Before the rows: what was brought back until then is among them.
  await forgetMoved(ctx, owner_id)
  for (const what of ['calls', 'audit', 'memos'] as const)
    while ((await eraseBatch(ctx.db, what, { owner_id, email: founder.email, words, now, limit: BATCH })) > 0);
  await forgetExports(ctx, owner_id)
  // The last mail still has to be sent; mails sent to them are deleted with it.
  await deleteMailsTo(ctx.db, words)
  if (await hasWaitingMail(ctx.db, words)) return 0
  await inTx(ctx.db, async (db) => {
    await eraseRows(db, owner_id)
    await auditErased({ ...ctx, db }, owner_id)
    await markClosing(db, owner_id, { erased_at: now, note: '' })
  })
  return 1
}
