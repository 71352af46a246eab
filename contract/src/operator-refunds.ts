import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text, UUID } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'
import { by, reason } from './operator-staff.ts'

/** Refunds of single calls, part of `operator`. */
export const refundOperations = {
  refundCall: endpoint({
    method: 'POST',
    path: '/api/operator/call-refund',
    caller: 'operator',
    input: z.strictObject({
      /** Id of its task, or of its request where that has one call alone. */
      call: text(60).check(
        z.overwrite((typed) => typed.trim().toLowerCase()),
        z.regex(UUID, 'must be the id of a task or a request'),
      ),
      /** By default its whole cost. */
      amount_micros: z.optional(z.int().check(z.gte(1, 'must be more than nothing'), z.lte(MICROS_MAX))),
      /** Needed for more than the setting CONFIRM_ABOVE. */
      confirmed: z.optional(z.boolean()),
      reason,
      by,
    }),
    output: z.object({
      call_id: z.string(),
      task_id: z.nullable(z.string()),
      login: z.string(),
      amount_micros: z.int(),
      balance_micros: z.int(),
    }),
  }),
}
