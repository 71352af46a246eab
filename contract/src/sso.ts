import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { signInEmail, typedPassword } from './form-fields.ts'
import { joined } from './invitation.ts'
import { limitMicros } from './limit-field.ts'
import { GIVEN_ROLES } from './role.ts'
import { SSO_MAILBOXES, ssoDomain, ssoFields } from './sso-fields.ts'
import { user } from './user.ts'

const owners = { action: 'manage_sso' } as const
const role = z.nullable(z.enum(GIVEN_ROLES))
const groupRole = z.strictObject({ group: z.string(), role: z.enum(GIVEN_ROLES) })
const byDomain = z.strictObject({ domain: ssoDomain })
const target = z.object({ target_url: z.string() })

const settings = z.object({
  issuer: z.string(),
  client_id: z.string(),
  group_claim: z.string(),
  group_roles: z.array(groupRole),
  default_role: role,
  cap_micros: z.nullable(z.number()),
  is_on: z.boolean(),
  is_required: z.boolean(),
  tested_at: z.nullable(z.string()),
})
export type SsoSettings = z.infer<typeof settings>

const domain = z.object({
  domain: z.string(),
  /** The DNS record that verifies it. */
  record: z.object({ name: z.string(), value: z.string() }),
  proved_at: z.nullable(z.string()),
})
export type SsoDomain = z.infer<typeof domain>

/** `callback_url` is to be registered at the sign-in service. */
const state = z.object({ settings: z.nullable(settings), domains: z.array(domain), callback_url: z.string() })
export type SsoState = z.infer<typeof state>

/** The result of a test sign-in: every claim as text, and its outcome. */
const trial = z.object({
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
  email: z.nullable(z.string()),
  role,
  /**
   * ok: these settings can be turned on · address: its domain is not verified, or the address is not · no_role: no
   * group gives access.
   */
  verdict: z.enum(['ok', 'address', 'no_role']),
})
export type SsoTrial = z.infer<typeof trial>

/** Single sign-on, set up by owners. Every change needs the sign-in password and is mailed to all owners. */
export const sso = {
  getSso: get('/api/sso', { caller: owners, input: z.strictObject({}), output: state }),
  saveSso: post('/api/sso/save', {
    caller: owners,
    proof: 'fresh',
    input: z.strictObject({ ...ssoFields, default_role: role, cap_micros: limitMicros }),
    output: state,
  }),
  switchSso: post('/api/sso/switch', {
    caller: owners,
    proof: 'fresh',
    input: z.strictObject({ is_on: z.boolean(), is_required: z.boolean() }),
    output: state,
  }),
  removeSso: post('/api/sso/remove', { caller: owners, proof: 'fresh', input: z.strictObject({}), output: state }),
  addSsoDomain: post('/api/sso/add-domain', { caller: owners, proof: 'fresh', input: byDomain, output: state }),
  /** Looks up the DNS record now. */
  proveSsoDomain: post('/api/sso/prove-domain', { caller: owners, proof: 'fresh', input: byDomain, output: state }),
  /** Mails a verification link to an address only administrators of the domain read. */
  mailSsoDomain: post('/api/sso/mail-domain', {
    caller: owners,
    proof: 'fresh',
    input: z.strictObject({ domain: ssoDomain, mailbox: z.enum(SSO_MAILBOXES) }),
    output: z.object({ to: z.string() }),
  }),
  removeSsoDomain: post('/api/sso/remove-domain', { caller: owners, proof: 'fresh', input: byDomain, output: state }),
  /** Begins a whole sign-in with the saved settings, on or off; its only effect is that they count as tested. */
  testSso: post('/api/sso/test', {
    caller: owners,
    proof: { none: 'it shows an owner their own claims at the sign-in service' },
    input: z.strictObject({}),
    output: target,
  }),
}

/** Calls of people who sign in this way, apart from the set-up, which their pages do not load. */
export const ssoSignIn = {
  /** Reveals that a domain has single sign-on, and nothing about the address. */
  beginSso: post('/api/auth/sso', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({ email: signInEmail }),
    output: target,
  }),
  /**
   * In an open session, instead of the password: the service authenticates the user again, even with a session there.
   */
  confirmBySso: post('/api/auth/sso-confirm', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: target,
    without_factor: 'allowed',
  }),
  /** Finishes what one of the others began; the server holds the answer of the service. */
  finishSso: post('/api/auth/sso-callback', {
    caller: 'public',
    renewsSession: true,
    host: 'customers',
    input: z.strictObject({}),
    output: z.union([
      z.object({ kind: z.literal('signed_in'), user, joined: z.optional(joined) }),
      z.object({ kind: z.literal('code') }),
      /** An account with this address exists: `connectSso` links it. `role` where they would join the team. */
      z.object({ kind: z.literal('connect'), email: z.string(), team: z.string(), role }),
      z.object({ kind: z.literal('confirmed') }),
      z.object({ kind: z.literal('tested'), trial }),
    ]),
  }),
  /** The account's owner confirms with its password; from then on it opens by single sign-on. */
  connectSso: post('/api/auth/sso-connect', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({ password: typedPassword }),
    output: z.union([
      z.object({ kind: z.literal('signed_in'), user, joined: z.optional(joined) }),
      z.object({ kind: z.literal('code') }),
    ]),
  }),
  /** The domain the mailed link is about; null when the link has expired. */
  checkSsoDomain: post('/api/auth/sso-domain-check', {
    caller: 'public',
    input: z.strictObject({}),
    output: z.object({ open: z.nullable(z.object({ domain: z.string(), team: z.string(), email: z.string() })) }),
  }),
  confirmSsoDomain: post('/api/auth/sso-domain', {
    caller: 'public',
    input: z.strictObject({}),
    output: z.object({ domain: z.string() }),
  }),
}
