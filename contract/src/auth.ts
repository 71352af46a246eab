import * as z from 'zod/mini'
import { activation } from './activation.ts'
import { ATTRIBUTION_BODY_MAX, attribution } from './attribution.ts'
import { botChallenge, captcha } from './bot-check.ts'
import { get, post } from './endpoint.ts'
import {
  answerPart,
  email,
  linkPart,
  name,
  password,
  phone,
  privacy,
  signInEmail,
  typedPassword,
} from './form-fields.ts'
import { invitationKey, joined } from './invitation.ts'
import { PROVIDERS } from './providers.ts'
import { staffSignIn } from './staff-sign-in.ts'
import { user } from './user.ts'

/** Forms behind the invisible bot check. A token made for one action is worth nothing for another. */
export const CAPTCHA_ACTIONS = ['signin', 'signup', 'forgot', 'activate', 'resend'] as const
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number]

const flag = z.union([z.literal(0), z.literal(1)])
export const preferences = z.strictObject({ news: flag, offers: flag, reports: flag, triggers: flag })
export type Preferences = z.infer<typeof preferences>

const done = z.object({ type: z.literal('success'), msg: z.string() })
const preferencesAnswer = z.object({ res: z.enum(['ok', 'error']), data: z.nullable(preferences) })
/** `secondFactor` ends this sign-in. */
const needsCode = z.object({ needs: z.literal('code') })
const linkAnswer = z.union([
  z.object({ user, path: z.nullable(z.string()) }),
  z.extend(needsCode, { path: z.nullable(z.string()) }),
])
const LINK_KINDS = ['token', 'onetime', 'onetime_admin'] as const

const signUp = z.extend(attribution, {
  email,
  password,
  name: z._default(name, ''),
  phone: z._default(phone, ''),
  privacy,
  captcha,
  ...invitationKey,
})

/**
 * The account calls. Those that follow a link take its parts by name; without them they use what opening the link has
 * left with the server, so that the page never holds a token.
 */
export const auth = {
  authenticate: post('/api/auth/authenticate', {
    caller: 'public',
    input: z.strictObject({ email: signInEmail, password, captcha, ga_cid: z.optional(answerPart), ...invitationKey }),
    /** Staff, and customers with a second factor, are not signed in by a password alone: a code has to follow. */
    output: z.union([z.object({ user }), needsCode]),
  }),
  register: post('/api/auth/register', {
    caller: 'public',
    body_max: ATTRIBUTION_BODY_MAX,
    host: 'customers',
    input: signUp,
    /** `joined` for someone who came by an invitation. */
    output: z.extend(done, { user: z.optional(user), joined: z.optional(joined) }),
  }),
  signout: post('/api/auth/signout', {
    caller: 'public',
    input: z.strictObject({}),
    output: z.object({ type: z.literal('success') }),
  }),
  /** Checks the sign-in password again; secrets may be shown for the next five minutes. */
  reauthenticate: post('/api/auth/reauthenticate', {
    caller: 'user',
    renewsSession: true,
    by_sso: 'allowed',
    input: z.strictObject({ password: typedPassword }),
    output: z.object({ type: z.literal('success') }),
    without_factor: 'allowed',
  }),
  challenge: get('/api/auth/challenge', {
    caller: 'public',
    input: z.strictObject({ action: z.enum(CAPTCHA_ACTIONS) }),
    output: botChallenge,
    background: true,
  }),
  sendForgotPasswordEmail: post('/api/auth/forgot-password', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({ email, captcha }),
    output: done,
  }),
  sendResetPasswordCheckRequest: post('/api/auth/check-reset', {
    caller: 'public',
    input: z.strictObject({ id: linkPart, token: linkPart }),
    output: z.object({ result: z.boolean() }),
  }),
  sendResetPasswordRequest: post('/api/auth/reset-password', {
    caller: 'public',
    input: z.strictObject({ id: linkPart, token: linkPart, password, pass_confirm: password }),
    output: done,
  }),
  sendCheckUnsubscribeDataRequest: post('/api/auth/check-unsubscribe', {
    caller: 'public',
    input: z.strictObject({ email: linkPart, hash: linkPart }),
    /** The masked address: the holder of the link has read the mail, but others may look on. */
    output: z.extend(preferencesAnswer, { email: z.nullable(z.string()) }),
  }),
  sendUnsubscribeRequest: post('/api/auth/unsubscribe', {
    caller: 'public',
    input: z.extend(preferences, { email: linkPart, hash: linkPart }),
    output: preferencesAnswer,
  }),
  checkLink: post('/api/auth/check-link', {
    caller: 'public',
    input: z.strictObject({ kind: z.enum(LINK_KINDS) }),
    output: z.object({
      ok: z.boolean(),
      email: z.nullable(z.string()),
      replaces_session: z.boolean(),
      /** No staff member is signed in here, whom this kind of link needs. */
      needs_staff: z.boolean(),
      /** The staff member's second factor is older than acting as a customer allows. */
      needs_code: z.boolean(),
    }),
  }),
  loginToken: post('/api/auth/login-token', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({ token: linkPart }),
    output: linkAnswer,
  }),
  loginOnetime: post('/api/auth/login-onetime', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({ uid: linkPart, onetime_pass: linkPart }),
    output: linkAnswer,
  }),
  goToThirdParty: post('/api/auth/third-party', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({
      provider: z.enum(PROVIDERS),
      purpose: z._default(z.enum(['signin', 'link']), 'signin'),
      ...invitationKey,
    }),
    output: z.object({ target_url: z.string() }),
  }),
  loginByThirdParty: post('/api/auth/third-party-callback', {
    caller: 'public',
    body_max: ATTRIBUTION_BODY_MAX,
    host: 'customers',
    input: z.extend(attribution, {
      provider: z.enum(PROVIDERS),
      code: z.optional(answerPart),
      state: z.optional(answerPart),
      iss: z.optional(answerPart),
      scope: z.optional(answerPart),
      authuser: z.optional(answerPart),
      session_state: z.optional(answerPart),
      prompt: z.optional(answerPart),
      ...invitationKey,
    }),
    output: z.object({
      user: z.nullable(user),
      needs: z.optional(z.literal('code')),
      msg: z.string(),
      linked: z.boolean(),
      joined: z.optional(joined),
    }),
  }),
  ...activation,
  ...staffSignIn,
}
