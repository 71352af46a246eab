import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { by, reason } from './operator-fields.ts'
import { file } from './operator-revenue.ts'

/** A month of the calendar, UTC. */
const month = text(7, 'must be a month like 2026-10').check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month like 2026-10'),
  z.meta({ value: 'month' }),
)

const closedMonth = z.object({
  month: z.string(),
  /** Null: not closed yet. */
  closed_at: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
  /** SHA-256 of the file, hexadecimal. */
  sha256: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  /** Why it cannot be closed yet. */
  not_yet: z.nullable(z.enum(['not_over', 'days_open'])),
})
export type ClosedMonth = z.infer<typeof closedMonth>

/** Months for the accountant, part of `operator`. */
export const monthOperations = {
  /** Newest first, from the month of the first booking to this one. */
  listMonths: get('/api/operator/months', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({}),
    output: z.object({ months: z.array(closedMonth) }),
  }),
  /** Writes the file of a month once; closing it again changes nothing. */
  closeMonth: post('/api/operator/month', {
    caller: 'operator',
    staff: 'run_books',
    input: z.strictObject({ month, reason, by }),
    output: closedMonth,
  }),
  /** A zip in base64, the same bytes every time. */
  monthFile: get('/api/operator/month-file', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({ month }),
    output: z.object({ ...file.shape, sha256: z.string() }),
  }),
}
