import { isPeriod, PERIOD_MAX_DAYS } from '@portico/contract/billing.ts'
import { CODE } from '@portico/contract/codes.ts'
import { currency } from '@portico/contract/currency.ts'
import { momentMs } from '@portico/contract/moment.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { loginById } from '#access/index.ts'
import { INVOICE_FORMATS, invoiceFile, pageOfInvoices } from '#billing/index.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import type { Call, Gate } from '../gate.ts'
import { type FreeResult, failure, ok } from '../record/free-reply.ts'
import type { Task } from '../wire/read-request.ts'
import { maySeeMoney, numberOf } from './balance-history.ts'
import { daysOf } from './days-of.ts'

const LISTS: Limit = { name: 'invoice-list', max: 60, window_ms: 60 * 1000 }
/** Every request renders the document again. */
const FILES: Limit = { name: 'invoice-file', max: 60, window_ms: 60 * 1000 }

/** `appendix/invoices`: invoices and credit notes of the account by the day they were issued, oldest first. */
export async function listInvoices(gate: Gate, call: Call, task: Task): Promise<FreeResult> {
  const { caller, at } = call
  const refused = await refusal(gate, call, LISTS)
  if (refused) return refused
  const { from, to } = daysOf(task, at, PERIOD_MAX_DAYS)
  if (!isPeriod({ from, to }))
    return failure(
      CODE.invalidField,
      `'date_from' and 'date_to' are UTC days such as 2026-03-02, at most ${PERIOD_MAX_DAYS} of them.`,
    )
  const { total, rows } = await pageOfInvoices(gate.ctx.db, caller.owner_id, {
    from: new Date(momentMs(from)),
    to: new Date(momentMs(to) + DAY_MS),
    limit: numberOf(task.limit, 100),
    offset: numberOf(task.offset, 0),
  })
  return ok([
    {
      date_from: from,
      date_to: to,
      total_count: total,
      items_count: rows.length,
      items: rows.map((row) => ({
        number: row.number,
        type: row.kind,
        corrects: row.invoice_number,
        date: row.issued_at.toISOString().slice(0, 10),
        datetime: `${row.issued_at.toISOString().slice(0, 19).replace('T', ' ')} +00:00`,
        currency: currency(),
        net: microsToUnits(row.amount_micros),
        tax: microsToUnits(row.tax_micros),
        total: microsToUnits(row.amount_micros + row.tax_micros),
        formats: INVOICE_FORMATS,
      })),
    },
  ])
}

/** `appendix/invoice_file`: one document by its number, as base64 in the answer. */
export async function fetchInvoice(gate: Gate, call: Call, task: Task): Promise<FreeResult> {
  const refused = await refusal(gate, call, FILES)
  if (refused) return refused
  const file = await invoiceFile(gate.ctx, call.caller.owner_id, String(task.number))
  if (!file) return failure(CODE.notFound, 'There is no document of this account with this number.')
  const { name, type, content } = file
  return ok([{ number: task.number, file_name: name, content_type: type, content: content.toString('base64') }])
}

/** Invoices belong to the whole account: only the account's own login reads them, no machine login and no agent. */
async function refusal(gate: Gate, { caller }: Call, limit: Limit): Promise<FreeResult | undefined> {
  const is_machine = (await loginById(gate.ctx, caller.login_id)).kind === 'machine'
  if (is_machine || !(await maySeeMoney(gate.ctx, caller)))
    return failure(CODE.notAllowed, 'Invoices are for the owner and finance, by the login of the account.')
  if (await isWithin(gate.ctx, { limit, of: String(caller.login_id) })) return undefined
  return failure(CODE.rateLimit, `This can be asked ${limit.max} times a minute.`)
}
