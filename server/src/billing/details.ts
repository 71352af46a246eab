import type { billing } from '@portico/contract/billing.ts'
import { emailsOf } from '@portico/contract/billing-details.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { activeLogin, activeLoginFor, payersOf } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { checkSeen } from '#http/check-seen.ts'
import { enqueueMail } from '#mail/index.ts'
import { setCountry, userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { vatFault } from './check-vat.ts'
import { refreshVat, vatVerdict } from './check-vat-online.ts'
import { type Details, detailsOf, putDetails, statementsSince } from './details-store.ts'
import { areDetailsNeeded, sellerFor } from './seller.ts'
import { taxNameIn } from './tax.ts'

export async function getDetails(ctx: UserCtx) {
  const { owner_id } = await activeLogin(ctx)
  const details = await detailsOf(ctx.db, owner_id)
  const owner = await userById(ctx, owner_id)
  const seller = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id))
  return {
    details: details ? shown(details) : null,
    owner_email: owner?.email ?? '',
    is_needed: areDetailsNeeded(ctx.billing, seller),
    tax_name: taxNameIn(seller, ctx.language),
    vat: (await vatVerdict(ctx, owner_id, seller, details)).vat_state,
    has_statements: Boolean(await statementsSince(ctx.db, owner_id)),
  }
}

/**
 * Runs in one transaction with the check of the permission and with its line in the activity, which names fields and no values. A
 * VAT number is checked afterwards: the register's answer refuses nothing, it decides about the tax.
 */
export async function saveDetails(ctx: UserCtx, { seen, ...values }: Input<typeof billing.saveDetails>) {
  const { kind, country, vat_id } = values
  const fault = kind === 'person' && vat_id !== '' ? MESSAGES.vatPerson : vatFault(vat_id, country)
  if (fault) throw new Problem('invalid_input', { fields: { vat_id: fault } })
  const { owner_id, details } = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { owner_id } = await activeLoginFor(within, 'add_funds')
    const before = await detailsOf(db, owner_id)
    checkSeen(seen, before ? shown(before) : null)
    const details: Details = { ...values, invoice_emails: emailsOf(values.invoice_emails) }
    const fields = changedFields(before, details)
    if (fields.length > 0) {
      await putDetails(db, { ...details, owner_id, changed_at: ctx.clock.now() })
      await setCountry(within, owner_id, country)
      await audit(within, 'billing_details_saved', { user_id: owner_id, detail: { fields: fields.join(', ') } })
    }
    return { owner_id, details }
  })
  await refreshVat(ctx, owner_id)
  const seller = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id))
  return { details: shown(details), vat: (await vatVerdict(ctx, owner_id, seller, details)).vat_state }
}

function changedFields(before: Details | undefined, after: Details): string[] {
  const known: Record<string, unknown> = { ...before }
  return Object.entries(after).flatMap(([name, value]) => (String(known[name] ?? '') === String(value) ? [] : [name]))
}

function shown({ invoice_emails, ...details }: Details) {
  return { ...details, invoice_emails: invoice_emails.join(', ') }
}

/** An automatic payment was made for an account of unknown country: its payer receives a mail. */
export async function askForDetails(ctx: Ctx, owner_id: number): Promise<void> {
  for (const { id, email, name, language } of await payersOf(ctx, owner_id)) {
    const site = await siteOfAccount(ctx, id)
    const data = { name, link: new URL('/users/getrows?tab=billing', site.origin).href }
    await enqueueMail(ctx, {
      to: email,
      site,
      template: 'billing_details_asked',
      language: languageOfField(language),
      data,
    })
  }
}
