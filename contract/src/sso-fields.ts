import * as z from 'zod/mini'
import { text } from './form-fields.ts'
import { GIVEN_ROLES } from './role.ts'
import { MESSAGES, TYPED_MAX } from './rules.ts'

/** Mailboxes that only the administrators of a domain read (RFC 2142). */
export const SSO_MAILBOXES = { postmaster: 'postmaster', hostmaster: 'hostmaster' } as const
export type SsoMailbox = keyof typeof SSO_MAILBOXES

export const SSO_DOMAINS_MAX = 10
export const SSO_GROUPS_MAX = 50

const DOMAIN =
  /^(?=.{4,253}$)(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)(?=[^.]*\p{L})[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u

/** The host part of e-mail addresses; the server converts other scripts to their DNS form. */
export const ssoDomain = text(TYPED_MAX, MESSAGES.pattern).check(
  z.overwrite((typed) => typed.trim().toLowerCase().replace(/^@/, '').replace(/\.$/, '')),
  z.minLength(1, MESSAGES.required),
  z.regex(DOMAIN, MESSAGES.pattern),
)

/** As written in the tokens of the service, which are compared with it character by character. */
const issuer = text(TYPED_MAX).check(
  z.trim(),
  z.minLength(1, MESSAGES.required),
  z.maxLength(500, MESSAGES.tooLong),
  z.regex(/^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/, MESSAGES.pattern),
)

const line = (max: number) => text(TYPED_MAX).check(z.trim(), z.maxLength(max, MESSAGES.tooLong))
const needed = (max: number) => line(max).check(z.minLength(1, MESSAGES.required))

export const ssoGroup = needed(200)

export const ssoFields = {
  issuer,
  client_id: needed(300),
  /** Empty keeps the stored secret. */
  client_secret: line(1_000),
  /** Empty: roles do not depend on groups. */
  group_claim: line(100),
  group_roles: z.array(z.strictObject({ group: ssoGroup, role: z.enum(GIVEN_ROLES) })).check(
    z.maxLength(SSO_GROUPS_MAX, MESSAGES.tooLong),
    z.refine((rows) => new Set(rows.map(({ group }) => group)).size === rows.length, MESSAGES.pattern),
  ),
}
