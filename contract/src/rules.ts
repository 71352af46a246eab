import * as z from 'zod/mini'

/** Bounds, messages and durations both sides obey. A message is English text and translation key at once. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const NAME_MAX = 255
export const EMAIL_MAX = 254

export const SNACKBAR_AUTH_MS = 15_000
export const CREDITS_EVERY_MS = 60_000
export const BALANCE_TICK_MS = 2_000
export const LAST_URL_TTL_MS = 6 * 60 * 60 * 1000

export const MESSAGES = {
  required: 'This field is required',
  email: 'Email is invalid',
  passwordShort: 'Password is too short',
  passwordLong: 'Password is too long',
  tooLong: 'This is too long',
} as const

/** One normaliser for every e-mail: a second one would let two accounts look like one. */
export function normaliseEmail(email: string): string {
  return email
    .trim()
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** One normaliser for every password, at sign-up, sign-in, reset and change alike, so that the four always agree. */
export function normalisePassword(password: string): string {
  return password.trim().normalize('NFC')
}

const EMAIL_SHAPE = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}.]{2,}$/u

export const email = z.pipe(
  z.string(),
  z.pipe(
    z.transform(normaliseEmail),
    z
      .string()
      .check(
        z.minLength(1, MESSAGES.required),
        z.maxLength(EMAIL_MAX, MESSAGES.email),
        z.regex(EMAIL_SHAPE, MESSAGES.email),
      ),
  ),
)

export const password = z.pipe(
  z.string(),
  z.pipe(
    z.transform(normalisePassword),
    z
      .string()
      .check(z.minLength(PASSWORD_MIN, MESSAGES.passwordShort), z.maxLength(PASSWORD_MAX, MESSAGES.passwordLong)),
  ),
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
