import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { text } from './form-fields.ts'
import { ROLES } from './role.ts'
import { SECRET_KINDS } from './secret-bounds.ts'
import { DOCUMENT_KINDS } from './tax.ts'
import { STATUS_CLASSES } from './usage.ts'

/** What only the server knows by name; screens, cards, functions and codes are found by the page itself. */
export const FOUND_KINDS = ['request', 'document', 'payment', 'agent', 'key', 'member'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

const found = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    id: z.string(),
    task_id: z.nullable(z.string()),
    request_id: z.string(),
    path: z.string(),
    status_code: z.int(),
    status_class: z.enum(STATUS_CLASSES),
    at: z.string(),
  }),
  z.object({
    kind: z.literal('document'),
    id: z.string(),
    document: z.enum(DOCUMENT_KINDS),
    number: z.string(),
    order_id: z.string(),
    total_micros: z.int(),
    at: z.string(),
  }),
  z.object({
    kind: z.literal('payment'),
    id: z.string(),
    reference: z.string(),
    method_label: z.string(),
    total_micros: z.int(),
    at: z.string(),
  }),
  z.object({ kind: z.enum(SECRET_KINDS), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('member'), id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) }),
])
export type Found = z.infer<typeof found>

/** A shorter text is in the name of nearly everything. */
export const SEARCH_TEXT_MIN = 2

export const search = {
  /** Things of the account by number, id, amount or name; each kind only for members who may open its screen. */
  find: get('/api/search', {
    reads: 'replica',
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({ text: text(200).check(z.minLength(SEARCH_TEXT_MIN)) }),
    output: z.object({ found: z.array(found) }),
  }),
}
