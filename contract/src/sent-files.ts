import * as z from 'zod/mini'
import { text } from './form-fields.ts'
import { FILES_MAX } from './task-bounds.ts'

/** Four characters of base64 are three bytes. */
export const BASE64_MAX = Math.ceil(FILES_MAX / 3) * 4

const file = z.strictObject({
  name: text(255).check(z.minLength(1)),
  type: text(100),
  base64: z.string().check(z.maxLength(BASE64_MAX, { abort: true }), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
})
export type SentFile = z.infer<typeof file>

/** The files of each field; the task has their names. */
export const files = z.optional(z.record(text(100), z.array(file).check(z.maxLength(20))))
