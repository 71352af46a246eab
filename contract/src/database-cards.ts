import * as z from 'zod/mini'
import { wanted } from './databases.ts'
import { post } from './endpoint.ts'
import { text, uuid } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'
import { ORDER_STATES } from './payments.ts'

export const databaseCards = {
  /** Creates a payment for what the balance lacks, or for the whole price. The purchase follows when it is credited. */
  payByCard: post('/api/databases/pay-by-card', {
    caller: { module: '/databases/list', action: 'add_funds' },
    proof: 'recent',
    input: z.strictObject({
      ...wanted,
      /** Id of the payment, made by the page for this press: sent twice, there is one payment. */
      order_id: uuid,
      pay_micros: z.int().check(z.gte(1), z.lte(MICROS_MAX)),
      /** The tax that was shown; another one is refused. */
      tax_micros: z.int().check(z.gte(0), z.lte(MICROS_MAX)),
      how: z.enum(['checkout', 'method']),
      method_id: z.optional(uuid),
      /** A path of this site, for a buyer who cancels. */
      return_to: z.optional(text(500)),
    }),
    output: z.object({ order_id: z.string(), state: z.enum(ORDER_STATES), pay_url: z.nullable(z.string()) }),
  }),
}
