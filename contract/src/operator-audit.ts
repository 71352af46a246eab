import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { queryNumber } from './form-fields.ts'
import { account, typed } from './operator-fields.ts'

/** The operator's view of the audit log. */
export const auditEndpoints = {
  /** Goes through the whole chain now. */
  verifyAudit: endpoint({
    method: 'GET',
    path: '/api/operator/audit-check',
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({}),
    output: z.object({ rows: z.number(), last_id: z.number(), hash: z.string(), broken: z.array(z.number()) }),
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/operator/audit',
    reads: 'replica',
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({
      email: typed(z.optional(account), 'only what concerns this account', { option: 'user' }),
      limit: typed(z._default(queryNumber(1, 1_000), 50), 'how many'),
    }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          at: z.string(),
          actor: z.string(),
          action: z.string(),
          user_id: z.nullable(z.number()),
          detail: z.record(z.string(), z.unknown()),
          ip: z.string(),
        }),
      ),
    }),
  }),
}
