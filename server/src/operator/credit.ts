import type { Input } from '@portico/contract/endpoint.ts'
import { formatMicros, MICROS_PER_UNIT } from '@portico/contract/money.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { loginById, loginNamed } from '#access/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { balanceOf, bookGift, bookingWith } from '#ledger/index.ts'
import { recallLeases } from '#ledger/outgoing/index.ts'
import { checkConfirmed } from './confirm-amount.ts'

type CreditInput = Input<typeof operator.credit>

/** A billion: far below what a number can hold. */
const BALANCE_MAX_MICROS = 1_000_000_000 * MICROS_PER_UNIT

/** A debit counts before calls to come, also those whose money was taken in advance. */
export async function recallForDebit(ctx: RequestCtx, { login, amount_micros }: CreditInput): Promise<void> {
  if (amount_micros < 0) await recallLeases(ctx, [(await loginNamed(ctx, login)).id])
}

/**
 * Gives credit, or takes it back. The same request again books nothing and reports that; another one under its id is
 * refused.
 */
export async function credit(ctx: ChangeCtx<RequestCtx>, input: CreditInput) {
  const { login, amount_micros, allow_negative = false, confirmed, reason, by, request_id } = input
  if (amount_micros === 0) throw new Problem('invalid_input', { fields: { amount_micros: 'This field is required' } })
  const { id: login_id, owner_id } = await loginNamed(ctx, login)
  const actor = `operator:${by}`
  const booked = await bookGift(ctx, { id: request_id, login_id, amount_micros, memo: reason, actor })
  const balance_micros = await balanceOf(ctx, login_id)
  if (!booked) {
    await checkSame(ctx, login_id, input)
    return { login, balance_micros, booked }
  }
  const fault = creditFault(balance_micros, amount_micros, allow_negative)
  if (fault) throw new Problem('invalid_input', { fields: { amount_micros: fault } })
  checkConfirmed(ctx, { amount_micros, owner_id, is_confirmed: confirmed })
  ctx.audit('credited', {
    user_id: owner_id,
    detail: { login, amount_micros, reason, ...balances(balance_micros, amount_micros) },
  })
  return { login, balance_micros, booked }
}

/** The balance before and after, for the log. */
function balances(balance_micros: number, amount_micros: number) {
  return { balance_micros, before_balance_micros: balance_micros - amount_micros }
}

/** A different request under a used id must not be answered as booked. */
async function checkSame(
  ctx: Pick<RequestCtx, 'db'>,
  login_id: number,
  { amount_micros, reason, request_id }: CreditInput,
) {
  const [found] = await bookingWith(ctx.db, request_id)
  if (found?.login_id === login_id && found.amount_micros === amount_micros && found.memo === reason) return
  const what = found?.login_id
    ? `: ${formatMicros(found.amount_micros)} for ${(await loginById(ctx, found.login_id)).login}, "${found.memo}", at ${found.at.toISOString()}`
    : ''
  throw new Problem('already_there', { fields: { request_id: `was used for another booking${what}` } })
}

/** Why the resulting balance is not allowed. */
function creditFault(balance_micros: number, amount_micros: number, allow_negative: boolean): string | undefined {
  if (amount_micros < 0 && balance_micros < 0 && !allow_negative)
    return `takes more than there is: the balance would be ${formatMicros(balance_micros)}; say --allow-negative yes to do it all the same`
  if (Math.abs(balance_micros) > BALANCE_MAX_MICROS)
    return `would make the balance larger than ${formatMicros(BALANCE_MAX_MICROS)}`
  return undefined
}
