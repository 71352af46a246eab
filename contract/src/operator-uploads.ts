import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { id, queryNumber, text } from './form-fields.ts'
import { by, reason, typed } from './operator-fields.ts'
import { TASK_MAX } from './playground.ts'

/** A JSON text of eight megabytes, with every character of it escaped that JSON escapes in practice. */
const BODY_MAX = 12_000_000
const file = z.object({
  folder: z.enum(['documents', 'overlays']),
  name: z.string(),
  /** Null: the file of this name in the folder does not count. */
  bytes: z.nullable(z.int()),
})
const upload = z.object({
  id,
  files: z.array(file),
  created_at: z.string(),
  created_by: z.string(),
  reason: z.string(),
  state: z.enum(['draft', 'to come', 'in force', 'over']),
  /** The last time it was activated. */
  valid_from: z.nullable(z.string()),
})
export type CatalogueUpload = z.infer<typeof upload>

const named = { id: z.string(), api: z.string(), function: z.string() }
const report = z.object({
  added: z.array(z.object({ id: z.string(), function: z.string(), is_sold: z.boolean() })),
  removed: z.array(z.object(named)),
  changed: z.array(
    z.object({
      ...named,
      parts: z.array(
        z.object({
          what: z.string(),
          before: z.nullable(z.string()),
          after: z.nullable(z.string()),
          /** Requests that were right may be refused then. */
          is_breaking: z.boolean(),
        }),
      ),
    }),
  ),
  left_out: z.array(
    z.object({
      id: z.string(),
      why: z.enum(['fault', 'question', 'price', 'address']),
      reason: z.string(),
      mend: z.string(),
    }),
  ),
  idle_actions: z.array(z.object({ where: z.string(), target: z.string() })),
  /** Who called what goes away or breaks, in the last thirty days. */
  broken: z.array(
    z.object({
      function: z.string(),
      customers: z.int(),
      requests: z.int(),
      /** Null: the role does not see customers. */
      top: z.nullable(
        z.array(
          z.object({
            id: z.int(),
            email: z.string(),
            requests: z.int(),
            cost_micros: z.int(),
            last_day: z.string(),
          }),
        ),
      ),
    }),
  ),
})
export type UploadReport = z.infer<typeof report>

/** Documents that are uploaded, compared, tried and activated, part of `operator`. */
export const uploadOperations = {
  listUploads: get('/api/operator/catalogue-uploads', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({ limit: z._default(queryNumber(1, 200), 50) }),
    output: z.object({
      /** Null: the provider folder alone. */
      in_force: z.nullable(id),
      uploads: z.array(upload),
    }),
  }),
  /** Checks a file together with those that count or those of a draft, and stores the result as a draft. */
  uploadFile: post('/api/operator/catalogue-upload', {
    caller: 'operator',
    staff: 'change_catalogue',
    body_max: BODY_MAX,
    input: z.strictObject({
      file: typed(text(300).check(z.minLength(1)), 'the document or overlay; its name replaces one of the same name', {
        value: 'path',
      }),
      folder: typed(z._default(z.enum(['documents', 'overlays']), 'documents'), 'documents or overlays'),
      text: text(8_500_000, 'must be smaller than 8 MB'),
      remove: typed(z.optional(z.boolean()), 'the file of this name does not count any more', { is_flag: true }),
      onto: typed(z.optional(id), 'the draft that it is added to; else what counts now', { value: 'id' }),
      reason,
      by,
    }),
    output: z.object({ id, report }),
  }),
  /** What would change if this upload counted instead of what counts now. */
  showUpload: get('/api/operator/catalogue-upload-report', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({ id: queryNumber(1, 2_147_483_647) }),
    output: z.object({ upload, report }),
  }),
  /** Calls one operation of an upload in the sandbox. */
  tryUpload: post('/api/operator/catalogue-try', {
    caller: 'operator',
    staff: 'change_catalogue',
    input: z.strictObject({
      id,
      operation: text(600).check(z.minLength(1)),
      /** The fields, as JSON. */
      task: text(TASK_MAX),
      by,
    }),
    output: z.object({ faults: z.array(z.string()), max_micros: z.int(), answer: z.unknown() }),
  }),
  activateUpload: post('/api/operator/catalogue-activate', {
    caller: 'operator',
    staff: 'change_catalogue',
    input: z.strictObject({
      id: typed(z.nullable(id), 'the upload that counts from then on; folder: the provider folder alone', {
        value: 'id',
        none: 'folder',
      }),
      reason,
      by,
    }),
    output: z.object({ id: z.nullable(id), valid_from: z.string() }),
  }),
}
