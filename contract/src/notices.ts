import * as z from 'zod/mini'

/** A planned maintenance, or new prices. Without a text of its own the page says when it is, in the reader's language. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(['maintenance', 'prices']),
  starts_at: z.string(),
  ends_at: z.string(),
  text: z.nullable(z.string()),
})
export type Notice = z.infer<typeof notice>
