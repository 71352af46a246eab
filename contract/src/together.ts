import * as z from 'zod/mini'
import { text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'
import { TOGETHER_MOST, TOGETHER_PATH } from './together-address.ts'

const address = text(800, MESSAGES.pattern).check(z.regex(/^\/api\/[\w/-]+(\?[^#]*)?$/, MESSAGES.pattern))

/**
 * Reads of one moment in one request. Each is admitted, answered and refused as if it had come alone, so the request
 * itself is open to all.
 */
export const together = {
  path: TOGETHER_PATH,
  caller: 'public',
  input: z.strictObject({ read: z.array(address).check(z.minLength(1), z.maxLength(TOGETHER_MOST)) }),
} as const
