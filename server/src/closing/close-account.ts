import { CLOSING_DAYS, type closing } from '@portico/contract/closing.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/room.ts'
import { inTx } from '#db/tx.ts'
import { needPasswordForSecret } from '#http/need-password.ts'
import type { UserCtx } from '../ctx.ts'
import { founderOf } from './get-closing.ts'
import { mailOwners } from './mail-owners.ts'
import { closesAt, deleteClosing, insertClosing, whatGoes } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** From now on the account does nothing; after two weeks what is personal about it is erased. All owners are told. */
export async function closeAccount(ctx: UserCtx, { reason, note, email }: Input<typeof closing.closeAccount>) {
  const founder = await founderOf(ctx)
  if (email !== founder.email)
    throw new Problem('invalid_input', { fields: { email: 'This is not the e-mail address of the account.' } })
  needPasswordForSecret(ctx)
  const now = ctx.clock.now()
  if ((await whatGoes(ctx.db, founder.id, now)).other_teams > 0) throw new Problem('leave_teams_first')
  const closes_at = new Date(now.getTime() + CLOSING_DAYS * DAY_MS)
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const row = { owner_id: founder.id, asked_by: ctx.session.user_id, asked_at: now, closes_at, reason, note }
    // Of two owners at once the first one closes it.
    if (!(await insertClosing(db, row))) return
    await audit(within, 'account_closing', { user_id: founder.id })
    await mailOwners(within, founder.id, 'account_closing', closes_at)
  })
  return { closes_at: (await closesAt(ctx.db, founder.id))?.toISOString() ?? null }
}

export async function keepAccount(ctx: UserCtx) {
  const founder = await founderOf(ctx)
  await inTx(ctx.db, async (db) => {
    if (await deleteClosing(db, founder.id)) await audit({ ...ctx, db }, 'account_kept', { user_id: founder.id })
  })
  return { closes_at: (await closesAt(ctx.db, founder.id))?.toISOString() ?? null }
}
