import * as z from 'zod/mini'
import { ALERT_KINDS } from './alert-kinds.ts'
import { get, post } from './endpoint.ts'
import { entryId, queryNumber } from './form-fields.ts'

export const INBOX_PAGE = 20

const item = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(ALERT_KINDS),
  is_read: z.boolean(),
  /** In the reader's language. */
  title: z.string(),
  text: z.string(),
  /** The name of the account it concerns, where the reader works for several. */
  account: z.nullable(z.string()),
  /** The login it concerns; empty where the reader no longer works with it. */
  login: z.string(),
  /** The screen it concerns. */
  path: z.string(),
})
export type InboxItem = z.infer<typeof item>

const page = z.object({
  unread: z.number(),
  /** Newest first. */
  items: z.array(item),
  has_more: z.boolean(),
})

/** What a person was notified of, in all accounts they work for. */
export const inbox = {
  getInbox: get('/api/inbox', {
    reads: 'replica',
    caller: 'user',
    by_sso: 'allowed',
    /** Those older than this one. */
    input: z.strictObject({ before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)) }),
    output: page,
  }),
  /** Those up to the newest one that was shown, or one of them: what came since stays unread. */
  markRead: post('/api/inbox/read', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({ id: entryId, all_before: z.boolean() }),
    output: z.object({ unread: z.number() }),
  }),
}
