import * as z from 'zod/mini'
import { fact } from './activity.ts'
import { preferences } from './auth.ts'
import { changeEmail } from './change-email.ts'
import { get, post } from './endpoint.ts'
import { name, password, phone, text, typedPassword } from './form-fields.ts'
import { LANGUAGES } from './language.ts'
import { ownPasskeys, passkey } from './passkeys.ts'
import { PROVIDERS } from './providers.ts'
import { MESSAGES } from './rules.ts'
import { twoFactor, twoFactorState } from './two-factor.ts'
import { THEME_VIEWS, user } from './user.ts'

const done = z.object({ type: z.literal('success') })

export const session = z.object({
  public_id: z.string(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
export type SessionInfo = z.infer<typeof session>

export const identity = z.object({ provider: z.enum(PROVIDERS), email: z.nullable(z.string()), created_at: z.string() })

/** One line of the security log its owner may read. */
export const activity = z.object({
  at: z.string(),
  action: z.string(),
  actor: z.string(),
  ip: z.string(),
  /** The staff member and their reason, where they acted as the customer. */
  staff: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  facts: z.array(fact),
})
export type Activity = z.infer<typeof activity>

/**
 * Optional texts of a user about themselves: columns of `users`, null where blank. This list decides what is read,
 * saved and erased with the account; the log records that one was changed, not its value.
 */
export const PROFILE_TEXTS = ['phone'] as const
export type ProfileText = (typeof PROFILE_TEXTS)[number]
export const BLANK_TEXTS: Record<ProfileText, string> = { phone: '' }

export const profileInfo = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.enum(LANGUAGES),
  theme_view: z.enum(THEME_VIEWS),
  /** Empty: the browser's time zone. */
  time_zone: z.string(),
  has_password: z.boolean(),
  two_factor: twoFactorState,
  /** Null for staff, who have no passkeys. */
  passkeys: z.nullable(z.array(passkey)),
  /**
   * The team whose single sign-on opened the session; then only name and address of the user's own account are in here.
   */
  sso_team: z.nullable(z.string()),
  preferences,
  sessions: z.array(session),
  identities: z.array(identity),
  activity: z.array(activity),
})
export type ProfileInfo = z.infer<typeof profileInfo>

export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

export const profileValues = z.strictObject({
  name: name.check(z.minLength(1, MESSAGES.required)),
  phone,
  language: z.enum(LANGUAGES),
  theme_view: z.enum(THEME_VIEWS),
  time_zone: text(64).check(z.refine((zone) => zone === '' || isTimeZone(zone), MESSAGES.pattern)),
})

/** What the form was opened with, checked for length only: values saved under older rules are accepted, too. */
const seen = z.optional(z.strictObject({ name: text(1000), phone: text(1000), time_zone: text(64) }))

export const profile = {
  getProfile: get('/api/profile', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: profileInfo,
    without_factor: 'allowed',
  }),
  /**
   * Language and theme are also chosen elsewhere: when omitted they do not change. Nothing is saved where another
   * session changed what was `seen`.
   */
  saveProfile: post('/api/profile/save', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.extend(profileValues, {
      language: z.optional(profileValues.shape.language),
      theme_view: z.optional(profileValues.shape.theme_view),
      seen,
    }),
    output: z.object({ user }),
  }),
  changePassword: post('/api/profile/password', {
    caller: 'user',
    renewsSession: true,
    proof: { none: 'the current password is sent with it' },
    input: z.strictObject({ current_password: z.optional(typedPassword), password, pass_confirm: password }),
    output: done,
  }),
  /** For a user who has no password yet. */
  mailPasswordLink: post('/api/profile/password-link', {
    caller: 'user',
    proof: { none: 'the mail goes to the address of the account' },
    input: z.strictObject({}),
    output: done,
    without_factor: 'allowed',
  }),
  savePreferences: post('/api/profile/preferences', {
    caller: 'user',
    proof: { none: 'it is about mails alone' },
    input: z.extend(preferences, { seen: z.optional(preferences) }),
    output: preferences,
  }),
  endSession: post('/api/profile/end-session', {
    caller: 'user',
    proof: 'recent',
    input: z.strictObject({ public_id: text(64) }),
    output: done,
  }),
  endOtherSessions: post('/api/profile/end-other-sessions', {
    caller: 'user',
    proof: 'recent',
    input: z.strictObject({}),
    output: z.object({ ended: z.number() }),
  }),
  unlinkIdentity: post('/api/profile/unlink', {
    caller: 'user',
    proof: 'proved',
    input: z.strictObject({ provider: z.enum(PROVIDERS) }),
    output: done,
  }),
  ...twoFactor,
  ...changeEmail,
  ...ownPasskeys,
}
