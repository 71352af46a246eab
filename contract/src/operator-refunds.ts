import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { text, UUID } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'
import { by, confirmed, reason, typed } from './operator-fields.ts'

/** Refunds of single calls, part of `operator`. */
export const refundOperations = {
  refundCall: post('/api/operator/call-refund', {
    caller: 'operator',
    staff: 'refund_calls',
    input: z.strictObject({
      /** Id of its task, or of its request where that has one call alone. */
      call: text(60).check(
        z.overwrite((id) => id.trim().toLowerCase()),
        z.regex(UUID, 'must be the id of a task or a request'),
        z.meta({ value: 'task or request id' }),
      ),
      reason,
      amount_micros: typed(
        z.optional(z.int().check(z.gte(1, 'must be more than nothing'), z.lte(MICROS_MAX))),
        'all it cost by default',
      ),
      /** Needed for more than the setting CONFIRM_ABOVE. */
      confirmed,
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
