import type { ScriptRole } from '@portico/contract/script-settings.ts'
import type { User } from '@portico/contract/user.ts'

/** A user, as far as one script knows them. */
export interface Person {
  id: string
  email?: string
  created_at?: string
  is_child_account?: boolean
  /** The user's identity, signed by the server. */
  token?: string
}

export type Topic = 'identify' | 'balance' | 'page' | 'event'

/** The data each script receives, and nothing else. */
export const DISCLOSURES: Record<ScriptRole, readonly Topic[]> = {
  chat: ['identify', 'balance'],
  onboarding: ['identify', 'balance'],
  push: ['identify', 'balance'],
  analytics: ['page', 'event'],
}

/** The chat reads the e-mail from the signed token: a page's own claim could name any user. */
export function personFor(name: ScriptRole, user: User, token: string | undefined): Person | undefined {
  const id = String(user.id)
  if (name === 'chat') return token ? { id, token, is_child_account: user.parent_id > 0 } : undefined
  if (name === 'onboarding') return { id, email: user.email, created_at: user.created_at }
  if (name === 'push') return { id, email: user.email }
  return undefined
}
