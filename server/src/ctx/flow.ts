import type { GivenRole } from '@portico/contract/role.ts'
import type { BeganBy } from '#db/column-types.ts'
import type { OAuthFlow } from '#integrations/oauth.ts'
import type { SsoFlow } from '#integrations/sso.ts'

/** What links and redirects bring along, stored apart from addresses, histories and logs until a click uses it. */
export interface FlowParts {
  activate: { user_id: string; token: string }
  reset: { user_id: string; token: string }
  restore_email: { user_id: string; token: string }
  token: { token: string; registration: boolean }
  onetime: { user_id: string; token: string; to: string }
  onetime_admin: { user_id: string; token: string; to: string; project_id: number }
  unsubscribe: { email: string; hash: string }
  passkey: { challenge: string; until_ms: number }
  forgot: { email: string }
  oauth: { flow: OAuthFlow; purpose: 'signin' | 'link'; user_id: number }
  callback: { provider: string; query: Record<string, string> }
  sso: SsoFlow & { owner_id: number; purpose: 'signin' | 'test' | 'confirm'; user_id: number }
  sso_callback: { query: Record<string, string> }
  /** A user whose sign-in service vouched for an address that already has an account. */
  sso_connect: SsoConnect
  sso_domain: { token: string }
}
export interface SsoConnect {
  owner_id: number
  issuer: string
  subject: string
  user_id: number
  role: GivenRole
  /** Domain of the address the sign-in service named. */
  domain: string
}
export type Flow = { [K in keyof FlowParts]?: FlowParts[K] }

/** How a session begins. */
export interface SessionStart {
  began_by: Exclude<BeganBy, 'staff' | 'acting'>
  sso_owner_id?: number
}
