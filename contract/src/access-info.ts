import * as z from 'zod/mini'
import { role } from './role-field.ts'

export const LOGIN_KINDS = ['personal', 'team', 'machine'] as const

export const accessInfo = z.object({
  api_login: z.string(),
  available_api_logins: z.array(z.string()),
  /** Teams that require single sign-on, which this session did not begin with. */
  sso_logins: z.array(z.string()),
  /** The same logins in the same order, with the kind of each. */
  logins: z.array(z.object({ login: z.string(), kind: z.enum(LOGIN_KINDS), role, balance_micros: z.number() })),
})
export type AccessInfo = z.infer<typeof accessInfo>
