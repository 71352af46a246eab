import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { promo } from '@portico/contract/promo.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { activeLogin, activeLoginFor } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { giveBack, type Limit, spend } from '#http/limits.ts'
import { balanceOf, bookingId, bookMoney } from '#ledger/index.ts'
import { leftOf } from './bonus.ts'
import { addSpent, type CodeRow, endWaiting, hasUsed, insertUse, lockCode, waitingUse } from './store.ts'

/** Per account, so that codes cannot be found by guessing. */
const WRONG_CODES: Limit = { name: 'promo', max: 10, window_ms: 10 * MINUTE_MS }

export async function redeem(ctx: UserCtx, { code: typed }: Input<typeof promo.redeem>) {
  const tries = [{ limit: WRONG_CODES, of: String((await activeLogin(ctx)).owner_id) }]
  await spend(ctx, tries)
  const done = await inTx(ctx.db, (db) => use({ ...ctx, db }, typed))
  await giveBack(ctx, tries)
  return done
}

async function use(ctx: UserCtx, typed: string) {
  const { id: login_id, login, owner_id } = await activeLoginFor(ctx, 'add_funds')
  const code = await lockCode(ctx.db, typed)
  const now = ctx.clock.now()
  if (!code || (code.starts_at && code.starts_at > now)) throw new Problem('promo_unknown')
  if (await hasUsed(ctx.db, code.id, owner_id)) throw new Problem('promo_used')
  if (code.ends_at && code.ends_at <= now) throw new Problem('promo_ended')
  if (leftOf(code) < (code.amount_micros ?? 1)) throw new Problem('promo_budget_gone')
  const { user_id } = ctx.session
  const about = { code_id: code.id, owner_id, login_id, used_by: user_id, used_at: now }
  if (code.amount_micros === null) await keepWaiting(ctx.db, about)
  else await credit(ctx, code, code.amount_micros, about)
  const { amount_micros, percent, max_micros } = code
  const detail = { login, promo_code: code.code, ...(amount_micros === null ? { percent } : { amount_micros }) }
  await audit(ctx, 'promo_redeemed', { user_id: owner_id, detail })
  const credited_at = amount_micros === null ? null : now.toISOString()
  return {
    use: {
      code: code.code,
      amount_micros,
      percent,
      max_micros,
      is_limited: code.budget_micros !== null,
      used_at: now.toISOString(),
      credited_at,
      login,
    },
    balance_micros: await balanceOf(ctx, login_id),
  }
}

type About = Parameters<typeof insertUse>[1]

async function keepWaiting(db: Db, about: About): Promise<void> {
  const { owner_id, used_at: credited_at } = about
  // A percentage whose budget others have used up meanwhile is replaced.
  const other = await waitingUse(db, owner_id)
  if (other && leftOf(other) === 0 && credited_at instanceof Date)
    await endWaiting(db, { code_id: other.id, owner_id }, { order_id: null, amount_micros: null, credited_at })
  if (!(await insertUse(db, about))) throw new Problem('promo_waiting')
}

async function credit(ctx: UserCtx, code: CodeRow, amount_micros: number, about: About): Promise<void> {
  if (!(await insertUse(ctx.db, { ...about, amount_micros, credited_at: about.used_at })))
    throw new Problem('promo_used')
  await addSpent(ctx.db, code.id, amount_micros)
  await bookMoney(ctx, {
    id: bookingId('promo', `code ${code.id}, account ${about.owner_id}`),
    kind: 'promo',
    memo: code.code,
    actor: `user:${ctx.session.user_id}`,
    login_id: about.login_id,
    world: 'world:promos',
    amount_micros,
  })
}
