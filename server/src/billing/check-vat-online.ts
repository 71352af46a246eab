import type { VatState } from '@portico/contract/billing-details.ts'
import { DAY_MS, MINUTE_MS } from '@portico/contract/time.ts'
import type { Seller } from '#ctx/billing.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import { askVies } from '#integrations/vies.ts'
import { type Details, detailsOf } from './details-store.ts'
import { sellerFor } from './seller.ts'
import { insertVatCheck, newestChecks, ownersToCheck, type VatCheck } from './vat-check-store.ts'

/** Repeated saves do not query the register each time. */
const RETRY_MS = MINUTE_MS
/** The register blocks clients with too many requests, for all customers. */
const CHECKS: Limit = { name: 'vat-check', max: 20, window_ms: 60 * MINUTE_MS }
const BATCH = 200
/** Less than the pause of the job. */
const AGAIN_MS = 50 * MINUTE_MS

type Number = Pick<Details, 'kind' | 'country' | 'vat_id'>
type Checking = Pick<Ctx, 'db' | 'clock' | 'env' | 'keys' | 'billing' | 'sites' | 'log'>

interface VatVerdict {
  /** Null without a number. */
  vat_state: VatState | null
  /** Whether the number reverses the charge, so that the customer owes the tax. */
  is_accepted: boolean
  consultation: string
}

/** The verdict on the number of an account from stored checks, without querying the register. */
export async function vatVerdict(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env' | 'billing'>,
  owner_id: number,
  seller: Seller,
  details: Number | undefined,
): Promise<VatVerdict> {
  const none = { checked_at: null, name: '' }
  if (!details?.vat_id) return { vat_state: null, is_accepted: false, consultation: '' }
  if (!isInRegister(ctx, seller, details))
    return { vat_state: { state: 'form', is_taxed: false, ...none }, is_accepted: true, consultation: '' }
  const { answered } = await newestChecks(ctx.db, owner_id, details.vat_id)
  if (answered?.result === 'invalid') return verdict('invalid', false, answered)
  if (answered && ageOf(ctx, answered) <= ctx.env.vat_check.valid_days * DAY_MS) return verdict('valid', true, answered)
  const is_accepted = ctx.env.vat_check.unchecked === 'accept'
  const vat_state = { state: 'unavailable' as const, is_taxed: !is_accepted, ...none }
  return { vat_state, is_accepted, consultation: '' }
}

function verdict(state: 'valid' | 'invalid', is_accepted: boolean, check: VatCheck): VatVerdict {
  const { checked_at, name, consultation } = check
  const vat_state = { state, is_taxed: !is_accepted, checked_at: checked_at.toISOString(), name }
  return { vat_state, is_accepted, consultation }
}

/** The result is read by `vatVerdict`. */
async function checkVatNow(ctx: Checking, owner_id: number, details: Number): Promise<void> {
  const seller = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id))
  if (!details.vat_id || !isInRegister(ctx, seller, details)) return
  if (!(await isWithin(ctx, { limit: CHECKS, of: String(owner_id) }))) return
  const { country, vat_id } = details
  const requester = { country: seller.country ?? '', vat_id: seller.vat_id }
  const answer = await askVies(ctx.env.vat_check, { country, vat_id }, requester)
  if (answer.result === 'unavailable')
    ctx.log.warn({ owner_id, vat_id, error: answer.error }, 'VAT number check failed')
  await insertVatCheck(ctx.db, { ...answer, owner_id, vat_id, checked_at: ctx.clock.now() })
}

/** When details are saved, a number that is not known to be valid is checked. */
export async function refreshVat(ctx: Checking, owner_id: number): Promise<void> {
  const details = await detailsOf(ctx.db, owner_id)
  if (!details?.vat_id) return
  const { tried, answered } = await newestChecks(ctx.db, owner_id, details.vat_id)
  const is_known = answered?.result === 'valid' && ageOf(ctx, answered) <= ctx.env.vat_check.valid_days * DAY_MS
  if (!is_known && (!tried || ageOf(ctx, tried) >= RETRY_MS)) await checkVatNow(ctx, owner_id, details)
}

/**
 * Job, hourly: failed checks are retried, valid numbers are checked once a month and unknown ones once a day. The log notifies the
 * operator of a number that counted until now and is not valid.
 */
export async function recheckVatNumbers(ctx: Checking): Promise<number> {
  if (ctx.env.vat_check.kind === 'off') return 0
  const before = (ms: number) => new Date(ctx.clock.now().getTime() - ms)
  const due = { tried_before: before(AGAIN_MS), valid_before: before(30 * DAY_MS), invalid_before: before(DAY_MS) }
  const owners = await ownersToCheck(ctx.db, { ...due, countries: ctx.billing.eu, limit: BATCH })
  for (const owner_id of owners) {
    const details = await detailsOf(ctx.db, owner_id)
    const seller = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id))
    if (!details || !isInRegister(ctx, seller, details)) continue
    const before_check = await vatVerdict(ctx, owner_id, seller, details)
    await checkVatNow(ctx, owner_id, details)
    const { vat_state } = await vatVerdict(ctx, owner_id, seller, details)
    if (before_check.is_accepted && vat_state?.state === 'invalid')
      ctx.log.error(
        { owner_id, vat_id: details.vat_id, country: details.country },
        'VAT number that was accepted is not valid: tax is charged from now on, earlier invoices may need a correction',
      )
  }
  return owners.length
}

/** Only a number of another country of the EU decides about the tax, and only those are in the register. */
function isInRegister(
  { env, billing: { eu } }: Pick<Ctx, 'env' | 'billing'>,
  seller: Seller,
  { kind, country }: Number,
): boolean {
  if (env.vat_check.kind === 'off' || kind !== 'company' || seller.country === null) return false
  return country !== seller.country && eu.includes(country) && eu.includes(seller.country)
}

function ageOf({ clock }: Pick<Ctx, 'clock'>, { checked_at }: VatCheck): number {
  return clock.now().getTime() - checked_at.getTime()
}
