import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { by, moment, typed } from './operator-fields.ts'
import { incidentOperations } from './operator-incidents.ts'

/** Announcements of maintenance and incidents, part of `operator`. */
export const noticeOperations = {
  ...incidentOperations,
  addNotice: post('/api/operator/notice', {
    caller: 'operator',
    staff: 'publish',
    input: z.strictObject({
      id: text(60).check(
        z.regex(/^[a-z0-9-]{1,60}$/, 'must be 1 to 60 small letters, digits and dashes'),
        z.refine(
          (id) => !/^prices-\d+$/.test(id),
          'is the name of a notice of new prices; prices withdraw takes those back',
        ),
      ),
      starts_at: typed(moment, 'when it starts, like 2026-12-03T03:30Z', { option: 'from', is_moment: true }),
      ends_at: typed(moment, 'when it ends', { option: 'to', is_moment: true }),
      text: typed(
        z._default(
          z.nullable(
            text(300, 'must have at most 300 characters').check(
              z.trim(),
              z.minLength(1, 'must not be blank; without it the page says when it is, in the language of the reader'),
            ),
          ),
          null,
        ),
        'a text of your own instead of the translated one',
      ),
      mail: typed(z.optional(z.boolean()), 'mails it to the subscribers of the status page', { is_flag: true }),
      by,
    }),
    /** `mails`: how many subscribers get it. */
    output: z.object({ id: z.string(), mails: z.int() }),
  }),
  listNotices: get('/api/operator/notices', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      notices: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['maintenance', 'prices']),
          /** `file`: of notices.yaml. */
          origin: z.enum(['added', 'file']),
          /** The user it is shown to; null: all, or the role of the reader sees no customers. */
          email: z.nullable(z.string()),
          starts_at: z.string(),
          ends_at: z.string(),
          text: z.nullable(z.string()),
          state: z.enum(['to come', 'shown', 'over']),
          /** Whether it was mailed to subscribers. */
          is_mailed: z.boolean(),
        }),
      ),
    }),
  }),
  removeNotice: post('/api/operator/notice-remove', {
    caller: 'operator',
    staff: 'publish',
    input: z.strictObject({ id: text(60), by }),
    output: z.object({ removed: z.boolean() }),
  }),
}
