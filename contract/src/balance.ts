import * as z from 'zod/mini'

/** The money of a login. Balance and trial credit travel together, so that no page shows one of them older than the other. */
export const balance = z.object({
  balance: z.number(),
  balance_micros: z.number(),
  /** What is left of the trial credit: 0 of 0 before any money came in, null once other money did. */
  trial: z.nullable(z.object({ left_micros: z.number(), total_micros: z.number() })),
})
export type Balance = z.infer<typeof balance>
