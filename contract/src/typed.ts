import * as z from 'zod/mini'
import {
  EMAIL_MAX,
  MESSAGES,
  NAME_MAX,
  normaliseEmail,
  normalisePassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
  PHONE_MIN,
  wholeId,
} from './rules.ts'

/**
 * What people type, checked alike by the form and by the server. Apart from the endpoints: a page that only calls brings
 * no schema library with it.
 */

const EMAIL_SHAPE = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}.]{2,}$/u

export const email = z
  .string()
  .check(
    z.overwrite(normaliseEmail),
    z.minLength(1, MESSAGES.required),
    z.maxLength(EMAIL_MAX, MESSAGES.email),
    z.regex(EMAIL_SHAPE, MESSAGES.email),
  )

export const password = z
  .string()
  .check(
    z.overwrite(normalisePassword),
    z.minLength(PASSWORD_MIN, MESSAGES.passwordShort),
    z.maxLength(PASSWORD_MAX, MESSAGES.passwordLong),
  )

/** A password given only to be checked: whatever it is, the answer is that it is right or wrong. */
export const typedPassword = z
  .string()
  .check(
    z.overwrite(normalisePassword),
    z.minLength(1, MESSAGES.required),
    z.maxLength(PASSWORD_MAX, MESSAGES.passwordLong),
  )

export const privacy = z.literal(true, MESSAGES.privacy)

/** As typed from a mail: blanks and small letters are forgiven. */
export const code = z.string().check(
  z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, MESSAGES.required),
  z.maxLength(32, MESSAGES.tooLong),
)

/** The second factor of staff, as forms check it; the server takes either as a `code`. */
export const appCode = code.check(z.regex(/^\d{6}$/, MESSAGES.appCode))
export const recoveryCode = code.check(z.regex(/^[0-9A-Z]{10}$/, MESSAGES.recoveryCode))

/** Part of a link, or what a third party answered: opaque, never longer than any of ours. */
export const answerPart = z.string().check(z.maxLength(2_000))
export const linkPart = z.optional(z.string().check(z.maxLength(500)))

/** Optional; a blank one becomes the part of the e-mail before the at-sign, on the server. */
export const name = z.string().check(z.trim(), z.maxLength(NAME_MAX, MESSAGES.tooLong))

/** May be left blank. */
export const phone = z.string().check(
  z.trim(),
  z.refine((text) => text === '' || text.length >= PHONE_MIN, MESSAGES.tooShort),
  z.maxLength(PHONE_MAX, MESSAGES.tooLong),
)

/** A number that is none is dropped, never an error. */
export const droppableId = z.pipe(z.unknown(), z.transform(wholeId))

/** The name of a login for machines. */
export const machineLoginName = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9-]{1,30}$/, MESSAGES.pattern))

/** Message key per top-level field, the first one each: what a form shows and what the server answers. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '')
    fields[field] ??= issue.code === 'invalid_type' ? MESSAGES.required : issue.message
  }
  return fields
}
