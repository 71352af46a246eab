import type { billing } from '@portico/contract/billing.ts'
import { emailsOf } from '@portico/contract/billing-details.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { activeLogin, activeLoginFor } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import { inTx } from '#db/tx.ts'
import { checkSeen } from '#http/check-seen.ts'
import { userById } from '#users/room.ts'
import type { UserCtx } from '../ctx.ts'
import { vatFault } from './check-vat.ts'
import { type Details, detailsOf, putDetails } from './details-store.ts'
import { sellerFor } from './seller.ts'

export async function getDetails(ctx: UserCtx) {
  const { owner_id } = await activeLogin(ctx)
  const details = await detailsOf(ctx.db, owner_id)
  const owner = await userById(ctx, owner_id)
  const { tax_names } = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id))
  return {
    details: details ? shown(details) : null,
    owner_email: owner?.email ?? '',
    is_needed: ctx.billing.details_needed,
    tax_name: tax_names[ctx.language],
  }
}

/** In one transaction with the right to do it and with its line in the activity, which names fields and no values. */
export function saveDetails(ctx: UserCtx, { seen, ...values }: Input<typeof billing.saveDetails>) {
  const { kind, country, vat_id } = values
  const fault = kind === 'person' && vat_id !== '' ? MESSAGES.vatPerson : vatFault(vat_id, country)
  if (fault) throw new Problem('invalid_input', { fields: { vat_id: fault } })
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { owner_id } = await activeLoginFor(within, 'add_funds')
    const before = await detailsOf(db, owner_id)
    checkSeen(seen, before ? shown(before) : null)
    const details: Details = { ...values, invoice_emails: emailsOf(values.invoice_emails) }
    const fields = changedFields(before, details)
    if (fields.length > 0) {
      await putDetails(db, { ...details, owner_id, changed_at: ctx.clock.now() })
      await audit(within, 'billing_details_saved', { user_id: owner_id, detail: { fields: fields.join(', ') } })
    }
    return { details: shown(details) }
  })
}

function changedFields(before: Details | undefined, after: Details): string[] {
  const known: Record<string, unknown> = { ...before }
  return Object.entries(after).flatMap(([name, value]) => (String(known[name] ?? '') === String(value) ? [] : [name]))
}

function shown({ invoice_emails, ...details }: Details) {
  return { ...details, invoice_emails: invoice_emails.join(', ') }
}
