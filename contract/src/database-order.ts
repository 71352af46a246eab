import * as z from 'zod/mini'

/** `waiting`: for the payment, or for its crediting; `not_bought`: the money stays on the balance. */
export const DATABASE_ORDER_STATES = ['waiting', 'bought', 'not_bought'] as const
/** Why a payment bought nothing. */
export const NOT_BOUGHT = [
  'order_changed',
  'unknown_database',
  'insufficient_funds',
  'not_allowed',
  'login_on_hold',
  'already_there',
  'failed',
] as const
export type NotBought = (typeof NOT_BOUGHT)[number]

export const databaseOrder = z.object({
  database_id: z.string(),
  title: z.string(),
  price_micros: z.int(),
  state: z.enum(DATABASE_ORDER_STATES),
  reason: z.nullable(z.enum(NOT_BOUGHT)),
})
export type DatabaseOrder = z.infer<typeof databaseOrder>
