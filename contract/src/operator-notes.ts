import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { reason } from './operator-fields.ts'

const ID_MAX = 2_147_483_647

const mail = z.object({
  id: z.int(),
  to: z.string(),
  template: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'bounced']),
  /** When it came back, was sent or given up, or else written. */
  at: z.string(),
  error: z.nullable(z.string()),
  /** Null until it is sent, and for mails of earlier versions. */
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
})
export type CustomerMail = z.infer<typeof mail>

/** What we write to a customer, and among ourselves about one; part of `operator`. */
export const noteOperations = {
  /** What the product wrote to the customer, without links and codes; the text is stored as it was sent. */
  customerMails: get('/api/operator/customer-mails', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: z.strictObject({
      id: queryNumber(1, ID_MAX),
      /** The id of the last mail of the previous page. */
      before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
    }),
    output: z.object({ mails: z.array(mail), more: z.boolean() }),
  }),
  /** Whom a note can mention, by `@handle`. */
  listColleagues: get('/api/operator/colleagues', {
    reads: 'replica',
    caller: 'operator',
    staff: 'write_notes',
    input: z.strictObject({}),
    output: z.object({ colleagues: z.array(z.object({ handle: z.string(), name: z.string() })) }),
  }),
  addCustomerNote: post('/api/operator/customer-note', {
    caller: 'operator',
    staff: 'write_notes',
    /** The note is its own reason. */
    input: z.strictObject({ id: z.int().check(z.gte(1), z.lte(ID_MAX)), reason, by: text(255) }),
    output: z.object({ id: z.string() }),
  }),
}
