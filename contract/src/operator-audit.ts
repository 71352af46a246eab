import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { account, typed } from './operator-fields.ts'
import { day } from './operator-revenue.ts'

const filter = {
  email: typed(z.optional(account), 'only what concerns this account', { option: 'user' }),
  actor: typed(
    z.optional(text(254).check(z.trim(), z.minLength(1))),
    'only what this person did: an e-mail, or a name as the list shows it, such as operator:root or visitor',
    { value: 'who' },
  ),
  action: typed(
    z.optional(text(60).check(z.regex(/^[a-z_]+$/, 'must be small letters and underscores'))),
    'only this action, such as credited',
    { value: 'action' },
  ),
  from: typed(z.optional(day), 'first day, UTC'),
  to: typed(z.optional(day), 'last day, UTC'),
  before: typed(z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)), 'only entries with a smaller id', { value: 'id' }),
}

/** The operator's view of the audit log. */
export const auditEndpoints = {
  /** Goes through the whole chain now. */
  verifyAudit: get('/api/operator/audit-check', {
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({}),
    output: z.object({ rows: z.number(), last_id: z.number(), hash: z.string(), broken: z.array(z.number()) }),
  }),
  listAudit: get('/api/operator/audit', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({ ...filter, limit: typed(z._default(queryNumber(1, 1_000), 50), 'how many') }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          at: z.string(),
          actor: z.string(),
          /** The address of the person, where the actor is one. */
          actor_email: z.nullable(z.string()),
          action: z.string(),
          user_id: z.nullable(z.number()),
          user_email: z.nullable(z.string()),
          detail: z.record(z.string(), z.unknown()),
          ip: z.string(),
        }),
      ),
      /** Send it as `before` for the next page; null at the end. */
      next: z.nullable(z.number()),
      /** Every action that the log has. */
      actions: z.array(z.string()),
    }),
  }),
  /** A part of the log as CSV with the hashes of the chain; the first part has the head line. */
  exportAudit: get('/api/operator/audit-export', {
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject(filter),
    output: z.object({ csv: z.string(), rows: z.number(), next: z.nullable(z.number()) }),
  }),
}
