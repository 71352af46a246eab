import * as z from 'zod/mini'

/** Planned maintenance, or new prices. Without a text the page states the time in the reader's language. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(['maintenance', 'prices']),
  starts_at: z.string(),
  ends_at: z.string(),
  text: z.nullable(z.string()),
})
export type Notice = z.infer<typeof notice>
