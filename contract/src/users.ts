import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { LANGUAGES } from './language.ts'
import { THEME_VIEWS, user } from './user.ts'

export const users = {
  getUserData: get('/api/users/me', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({ user }),
    without_factor: 'allowed',
  }),
  getUpdatedUserObject: get('/api/users/updated', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({ user }),
    background: true,
    without_factor: 'allowed',
  }),
  setActiveApiUser: post('/api/access/active-login', {
    caller: 'user',
    renewsSession: true,
    by_sso: 'allowed',
    input: z.strictObject({ login: text(254) }),
    output: z.object({ data: z.object({ user }) }),
    impersonated: 'allowed',
    without_factor: 'allowed',
  }),
  setConsentData: post('/api/users/consent', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({ consent: text(4_000) }),
    output: z.object({ type: z.literal('success') }),
    without_factor: 'allowed',
  }),
  setLanguage: post('/api/users/language', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({ language: z.enum(LANGUAGES) }),
    output: z.object({ user }),
    without_factor: 'allowed',
  }),
  setTheme: post('/api/users/theme', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({ theme_view: z.enum(THEME_VIEWS) }),
    output: z.object({ user }),
    without_factor: 'allowed',
  }),
  /** Mails a link to the API Access screen, never the secret. */
  emailCredentials: post('/api/access/email', {
    caller: { module: '/api-access', action: 'see_api_password' },
    proof: { none: 'the mail holds a link to the page and no password' },
    input: z.strictObject({}),
    output: z.object({ type: z.literal('success'), msg: z.string() }),
  }),
}
