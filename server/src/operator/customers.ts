import { randomUUID } from 'node:crypto'
import type { operator } from '@portico/contract/operator.ts'
import type { CustomerMail } from '@portico/contract/operator-notes.ts'
import { Problem } from '@portico/contract/problem.ts'
import { accountLogins } from '#access/index.ts'
import { invoiceAddresses, listDocuments } from '#billing/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { getSpendByDay } from '#dashboard/index.ts'
import { getErrorHistogram } from '#errors/index.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { listMailsTo } from '#mail/index.ts'
import { listPayments } from '#payments/index.ts'
import { withNamed } from '#traffic/index.ts'
import { userById } from '#users/index.ts'
import { asCustomer } from './as-customer.ts'
import { findCustomers, SEPARATORS } from './find-customer-store.ts'
import { colleagues, mailMentioned } from './mentions.ts'
import { insertNote } from './note-store.ts'
import { showCustomer } from './show-customer.ts'
import { timelineOf } from './timeline.ts'

type Mine =
  | 'consoleMe'
  | 'findCustomers'
  | 'customer'
  | 'customerSpend'
  | 'customerErrors'
  | 'customerPayments'
  | 'customerTimeline'
  | 'customerMails'
  | 'listColleagues'
  | 'addCustomerNote'

const FOUND_MAX = 25
const PAYMENTS_MAX = 50
const MAILS_PAGE = 10

/** Customers as the console shows them: what they see themselves, and what only staff know. */
export const customerHandlers: Pick<Handlers<typeof operator>, Mine> = {
  consoleMe: async ({ staff, token }) => ({
    email: token ? `token:${token.name}` : (staff?.email ?? ''),
    role: token ? 'read_only' : (staff?.role ?? 'admin'),
  }),
  findCustomers: async (ctx, { q }) => {
    const rows = await withNamed(ctx, q, () => findCustomers(ctx.db, q, FOUND_MAX + 1))
    const words = q.toLowerCase().split(SEPARATORS)
    const customers = rows.slice(0, FOUND_MAX).map((row) => {
      // One index holds addresses and names; the row shows which of them it was.
      const isName = row.found_by === 'email' && !words.every((word) => row.email.includes(word))
      return isName ? { ...row, found_by: 'name' as const } : row
    })
    return { customers, more: rows.length > FOUND_MAX }
  },
  customer: showCustomer,
  customerSpend: async (ctx, { id, login, from, to }) =>
    getSpendByDay(await asCustomer(ctx, id, login), { scope: 'api', from, to }),
  customerErrors: async (ctx, { id, login, from, to }) => {
    const all = { scope: 'api', kind: 'request', environment: 'production' } as const
    return getErrorHistogram(await asCustomer(ctx, id, login), { ...all, from, to })
  },
  customerPayments: async (ctx, { id }) => {
    const { payments } = await listPayments(ctx, { owner_id: id, status: undefined, limit: PAYMENTS_MAX })
    const documents = await documentsOf(ctx, id)
    return {
      payments,
      documents: documents.map(({ number, kind, issued_at, amount_micros, tax_micros }) => ({
        number,
        kind,
        issued_at,
        total_micros: amount_micros + tax_micros,
      })),
    }
  },
  customerTimeline: timelineOf,
  customerMails: async (ctx, { id, before }) => {
    const user = await userById(ctx, id)
    if (!user) throw new Problem('unknown_user')
    const rows = await listMailsTo(ctx.db, [user.email, ...(await invoiceAddresses(ctx, id))], {
      before,
      limit: MAILS_PAGE + 1,
    })
    const mails = rows.slice(0, MAILS_PAGE).map(({ to_address: to, sent_subject, sent_text, bounce, ...row }) => ({
      id: row.id,
      to,
      template: row.template,
      state: stateOf(row),
      at: (row.bounced_at ?? row.sent_at ?? row.failed_at ?? row.created_at).toISOString(),
      error: bounce ?? (row.sent_at ? null : row.last_error),
      subject: sent_subject,
      text: sent_text,
    }))
    return { mails, more: rows.length > MAILS_PAGE }
  },
  listColleagues: async (ctx) => ({
    colleagues: (await colleagues(ctx)).map(({ handle, name }) => ({ handle, name })),
  }),
  addCustomerNote: change(async (ctx, { id: user_id, reason: text, by }) => {
    const customer = await userById(ctx, user_id)
    if (!customer) throw new Problem('unknown_user')
    const note = { id: randomUUID(), user_id, author_id: ctx.staff?.id ?? null, author: by, at: ctx.clock.now(), text }
    await insertNote(ctx.db, note)
    await mailMentioned(ctx, { customer, author: by, text })
    // About no account, since the customer reads what is; `customer` leads the erasure to it.
    ctx.audit('customer_note_added', { detail: { customer: user_id } })
    return { id: note.id }
  }),
}

function stateOf(row: Record<'bounced_at' | 'sent_at' | 'failed_at', Date | null>): CustomerMail['state'] {
  if (row.bounced_at) return 'bounced'
  if (row.sent_at) return 'sent'
  return row.failed_at ? 'failed' : 'waiting'
}

/** A sign-up that waits for its mail has no login, and so no documents. */
async function documentsOf(ctx: RequestCtx, id: number) {
  if (!(await userById(ctx, id))) throw new Problem('unknown_user')
  if ((await accountLogins(ctx, id)).length === 0) return []
  return (await listDocuments(await asCustomer(ctx, id), {})).documents
}
