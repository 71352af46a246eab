import * as z from 'zod/mini'
import { role } from './role-field.ts'

export const LOGIN_KINDS = ['personal', 'team', 'machine'] as const

export const accessInfo = z.object({
  api_login: z.string(),
  available_api_logins: z.array(z.string()),
  /** Of teams that let one in by single sign-on alone, which this session did not begin with. */
  sso_logins: z.array(z.string()),
  /** The same logins in the same order, with what tells them apart. */
  logins: z.array(z.object({ login: z.string(), kind: z.enum(LOGIN_KINDS), role, balance_micros: z.number() })),
})
export type AccessInfo = z.infer<typeof accessInfo>
