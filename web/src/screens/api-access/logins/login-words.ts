import type { LoginInfo } from '@portico/contract/access.ts'
import { may } from '@portico/contract/permissions.ts'
import type { Role } from '@portico/contract/role.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { BadgeTone } from '#ui/show/badge.tsx'

export const KIND_NAMES: Record<LoginInfo['kind'], MessageKey> = {
  personal: 'Personal login',
  team: 'Team login',
  machine: 'Machine login',
}

export const STATUS_WORDS: Record<LoginInfo['status'], { tone: BadgeTone; label: MessageKey }> = {
  active: { tone: 'good', label: 'On' },
  off: { tone: 'neutral', label: 'Off' },
  on_hold: { tone: 'bad', label: 'On hold' },
}

/** Money moves between the logins of one account: there have to be two. */
export function canMoveMoney(logins: readonly LoginInfo[], role: Role | undefined): boolean {
  return role !== undefined && may(role, 'move_money') && logins.filter((one) => one.in_account).length > 1
}

/** Only logins of the account the active one belongs to can be turned off; of a team's only the active one is known to be. */
export function canTurn(login: LoginInfo, logins: readonly LoginInfo[], role: Role | undefined): boolean {
  if (!role || !may(role, 'manage_logins') || login.status === 'on_hold') return false
  const isOnOwn = logins.find((one) => one.is_active)?.is_own ?? false
  return isOnOwn ? login.is_own : login.is_active
}
