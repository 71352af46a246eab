import * as z from 'zod/mini'

export const balance = z.object({ balance: z.number(), balance_micros: z.number() })
export type Balance = z.infer<typeof balance>
