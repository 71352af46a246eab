import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'

/** News of the provider's API, newest first but with unread breaking changes on top. */
export const update = z.object({
  id: z.string(),
  date: z.string(),
  title: z.string(),
  /** Paragraphs and list items of plain text; links as `[text](https://…)`. */
  body: z.string(),
  is_breaking: z.boolean(),
  is_read: z.boolean(),
})
export type Update = z.infer<typeof update>

const list = z.object({ updates: z.array(update), unread: z.number() })

export const updates = {
  getUpdates: get('/api/updates', {
    together: true,
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: list,
    background: true,
  }),
  markUpdatesRead: post('/api/updates/read', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({ ids: z.array(text(100)).check(z.maxLength(200)) }),
    output: list,
  }),
}
