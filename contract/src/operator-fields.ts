import * as z from 'zod/mini'
import { email, text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'
import { STAFF_MESSAGES } from './staff-messages.ts'

/** How the operator types a field; the command line makes its options and help from it. */
interface Typed {
  /** The option, where it is not named like the field. */
  option?: string
  /** Placeholder of the value in the usage. */
  value?: string
  /** The word that means null or an empty list. */
  none?: string
  /** An option without a value. */
  is_flag?: true
  /** The command line takes a day, too, and sends the moment it begins. */
  is_moment?: true
}

/** A field with its help text; one without is no option. */
export function typed<T extends z.ZodMiniType>(schema: T, description: string, how: Typed = {}): T {
  return schema.check(z.meta({ description, ...how }))
}

/** The person at the command line, for the log. */
export const by = text(255)
/** An account. */
export const account = email.check(z.meta({ value: 'e-mail' }))
/** The reason, which is recorded; blanks alone are refused. */
export const reason = typed(
  text(500, 'must have at most 500 characters').check(z.trim(), z.minLength(3, 'must have at least 3 characters')),
  'why; it is recorded',
  { value: 'text' },
)
/** The same in the console. */
export const staffReason = text(500, MESSAGES.tooLong).check(z.trim(), z.minLength(3, STAFF_MESSAGES.reason))
export const confirmed = typed(z.optional(z.boolean()), 'books a large amount without a question', {
  option: 'yes',
  is_flag: true,
})
export const moment = z
  .pipe(text(40), z.iso.datetime('must look like 2026-12-03T03:30:00Z'))
  .check(z.meta({ value: 'time' }))
