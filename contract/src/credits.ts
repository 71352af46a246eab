import * as z from 'zod/mini'

export const credits = z.object({ balance: z.number(), balance_micros: z.number() })
export type Credits = z.infer<typeof credits>
