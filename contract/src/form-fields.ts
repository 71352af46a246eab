import * as z from 'zod/mini'
import {
  EMAIL_MAX,
  ID_MAX,
  MESSAGES,
  NAME_MAX,
  normaliseEmail,
  normalisePassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
  PHONE_MIN,
  TYPED_MAX,
  wholeId,
} from './rules.ts'

/**
 * Fields people type, checked alike by the form and by the server. They are apart from the endpoints, so that a page
 * that only calls loads no schema library.
 */

/** The parts of the host are not empty and neither begin nor end with a hyphen; the last has two signs or more. */
const EMAIL_SHAPE =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]+@(?:(?!-)[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}.]+(?<!-)\.)+(?!-)[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}.]{2,}(?<!-)$/u

/** Text of at most so many characters. A longer one is refused before any other check or change reads it. */
export function text(max: number, message: string = MESSAGES.tooLong) {
  return z.string().check(z.maxLength(max, { error: message, abort: true }))
}

/** Numeric id of a row. */
export const id = z.int().check(z.gte(1, MESSAGES.range), z.lte(ID_MAX, MESSAGES.range))

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** UUID of a row, as the database writes it. */
export const uuid = text(36).check(z.regex(UUID))

/** Id of a table that outgrows the number of users, such as log entries and messages. */
export const entryId = z.int().check(z.gte(1, MESSAGES.range), z.lte(Number.MAX_SAFE_INTEGER, MESSAGES.range))

/** A whole number in an address, where everything is text. */
export function queryNumber(min: number, max: number) {
  return z.coerce.number().check(z.int(), z.gte(min, MESSAGES.range), z.lte(max, MESSAGES.range))
}

export const email = text(TYPED_MAX, MESSAGES.email).check(
  z.overwrite(normaliseEmail),
  z.minLength(1, MESSAGES.required),
  z.maxLength(EMAIL_MAX, MESSAGES.email),
  z.regex(EMAIL_SHAPE, MESSAGES.email),
)

/** At sign-in one message covers every fault of the address. */
export const signInEmail = text(TYPED_MAX, MESSAGES.email).check(
  z.overwrite(normaliseEmail),
  z.maxLength(EMAIL_MAX, MESSAGES.email),
  z.regex(EMAIL_SHAPE, MESSAGES.email),
)

export const password = text(TYPED_MAX, MESSAGES.passwordLong).check(
  z.overwrite(normalisePassword),
  z.minLength(PASSWORD_MIN, MESSAGES.passwordShort),
  z.maxLength(PASSWORD_MAX, MESSAGES.passwordLong),
)

/** A password given only to be checked: whatever it is, the answer is that it is right or wrong. */
export const typedPassword = text(TYPED_MAX, MESSAGES.passwordLong).check(
  z.overwrite(normalisePassword),
  z.minLength(1, MESSAGES.required),
  z.maxLength(PASSWORD_MAX, MESSAGES.passwordLong),
)

/** The new password a second time. It only has to be equal, which the form checks. */
export const repeatedPassword = text(TYPED_MAX, MESSAGES.passwordLong).check(
  z.overwrite(normalisePassword),
  z.minLength(1, MESSAGES.required),
)

export const privacy = z.literal(true, MESSAGES.privacy)

/** As typed from a mail: blanks are removed and lower case becomes upper case. */
export const code = text(TYPED_MAX).check(
  z.overwrite((typed) => typed.replace(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, MESSAGES.required),
  z.maxLength(32, MESSAGES.tooLong),
)

/** A promo code, as typed: outer blanks are removed and lower case becomes upper case. */
export const promoCode = text(TYPED_MAX).check(
  z.overwrite((typed) => typed.trim().toUpperCase()),
  z.minLength(1, MESSAGES.required),
  z.regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, MESSAGES.promoCode),
)

/** The second factor, as forms check it; the server takes either as a `code`. */
export const appCode = code.check(z.regex(/^\d{6}$/, MESSAGES.appCode))
export const recoveryCode = code.check(z.regex(/^[0-9A-Z]{10}$/, MESSAGES.recoveryCode))

/** Part of a link, or of a third party's answer: opaque, never longer than any of ours. */
export const answerPart = text(2_000)
export const linkPart = z.optional(text(500))

/** Optional; a blank one becomes the part of the e-mail before the at-sign, on the server. */
export const name = text(TYPED_MAX).check(z.trim(), z.maxLength(NAME_MAX, MESSAGES.tooLong))

/** Shown to its owner in the list of passkeys. */
export const passkeyName = name.check(z.minLength(1, MESSAGES.required), z.maxLength(60, MESSAGES.tooLong))

/** May be left blank. */
export const phone = text(TYPED_MAX).check(
  z.trim(),
  z.refine((typed) => typed === '' || typed.length >= PHONE_MIN, MESSAGES.tooShort),
  z.maxLength(PHONE_MAX, MESSAGES.tooLong),
)

/** An invalid number is dropped, never an error. */
export const droppableId = z.pipe(z.unknown(), z.transform(wholeId))

/** The name of a login for machines. */
export const machineLoginName = text(TYPED_MAX, MESSAGES.pattern).check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^[a-z0-9][a-z0-9-]{1,30}$/, MESSAGES.pattern),
)

/** The free-text name of an agent login or an API key. */
export const secretName = text(TYPED_MAX).check(
  z.trim(),
  z.minLength(1, MESSAGES.required),
  z.maxLength(60, MESSAGES.tooLong),
)

/** Message key per top-level field, the first one each: what a form shows and what the server answers. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '')
    fields[field] ??= issue.code === 'invalid_type' ? MESSAGES.required : issue.message
  }
  return fields
}
