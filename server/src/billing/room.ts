import type { Tax } from '@portico/contract/payments.ts'
import type { Ctx } from '../ctx.ts'

/** What is added to an amount for this account, and what that follows from. */
export async function taxFor(
  _ctx: Pick<Ctx, 'db'>,
  _owner_id: number,
  _amount_micros: number,
): Promise<Tax & { facts: Record<string, unknown> }> {
  return { note: 'none', name: '', rate_bp: 0, tax_micros: 0, facts: {} }
}
