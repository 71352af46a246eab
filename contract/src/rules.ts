/** Bounds, messages and durations both sides obey. A message is English text and translation key at once. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const NAME_MAX = 255
export const EMAIL_MAX = 254
export const PHONE_MIN = 3
export const PHONE_MAX = 255
/** A limit of the data API; a document may allow fewer for one of its functions. */
export const TASKS_PER_REQUEST_MAX = 100
/** Limits of a login for which the operator has set none. */
export const REQUESTS_PER_MINUTE = 2_000
export const REQUESTS_AT_ONCE = 30
/** An invitation to a team can be accepted for so long. */
export const INVITATION_DAYS = 7
/** Impersonation: staff act as a customer for so long. */
export const IMPERSONATION_MINUTES = 30
/** A session of staff ends after so long without a request, and after so long at the latest. */
export const STAFF_IDLE_MINUTES = 30
export const STAFF_SESSION_HOURS = 12
export const ID_MAX = 2_147_483_647
/**
 * The longest text that is normalised. Sorting combining marks takes time that grows with the square of their number,
 * and four characters as sent are at most one as stored: a longer text is too long in any case.
 */
export const TYPED_MAX = 1_024

export const SNACKBAR_AUTH_MS = 15_000
export const SNACKBAR_THIRD_PARTY_MS = 5_000
export const RESET_DONE_MS = 3_000
export const UNSUBSCRIBE_FAILED_MS = 2_000
export const REFERRER_COOKIE_S = 30 * 60
export const BALANCE_EVERY_MS = 60_000
export const BALANCE_TICK_MS = 2_000
export const LAST_URL_TTL_MS = 6 * 60 * 60 * 1000

export const MESSAGES = {
  required: 'This field is required',
  email: 'Email is invalid',
  passwordShort: 'Password is too short',
  passwordLong: 'Password is too long',
  tooLong: 'This is too long',
  tooShort: 'This is too short',
  passwordsDiffer: 'The passwords do not match',
  passwordCommon: 'This password is too common',
  privacy: 'Please accept the terms and the privacy policy',
  numeric: 'Please enter a number',
  /** Bounds of fields in settings.ts and team.ts. */
  limitAmount: 'Enter an amount from 0 to 1,000,000 with at most six decimals',
  days: 'Enter a whole number from 1 to 90',
  percent: 'Enter a whole number from 1 to 100',
  otherLogin: 'Choose another login',
  range: 'This is outside the allowed range',
  pattern: 'Invalid format',
  noFunction: 'Remove the functions that are no longer offered',
  appCode: 'Enter the 6-digit code',
  recoveryCode: 'A recovery code has ten characters',
  vatId: 'This is not a valid VAT number',
  vatCountry: 'This VAT number belongs to another country',
  vatPerson: 'Only companies and sole traders can enter a VAT number',
  invoiceEmails: 'Enter at most five e-mail addresses',
  promoCode: 'A code has 3 to 40 letters, digits and hyphens',
  webhookUrl: 'This must be a public https address without a user name and password',
  wholeCents: 'Enter an amount in whole cents',
  payByWire: 'This amount has to be paid by wire transfer',
  payByCard: 'This amount has to be paid by card',
  fileType: 'This file type is not allowed',
  fileSize: 'This file is too large',
} as const

/** One normaliser for every e-mail: a second one would let two accounts look like one. A text too long to be one stays as it is. */
export function normaliseEmail(email: string): string {
  if (email.length > TYPED_MAX) return email
  return (
    email
      .trim()
      .normalize('NFC')
      .replace(/[A-Z]/g, (char) => char.toLowerCase())
      // Some marks join only a lower-case character (h and a line below): without this the same e-mail would have two forms.
      .normalize('NFC')
  )
}

/** One normaliser for every password, at sign-up, sign-in, reset and change alike, so that the four always agree. */
export function normalisePassword(password: string): string {
  if (password.length > TYPED_MAX) return password
  return password.trim().normalize('NFC')
}

/** A whole number in decimal digits; anything else is refused (`1e3`, `0x10`, `1.5`). */
export function wholeId(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id > 0 && id <= ID_MAX ? id : undefined
}

/** Sent with every change of a page: the login it shows, percent-encoded. */
export const SHOWN_LOGIN_HEADER = 'x-shown-login'
