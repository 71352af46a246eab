import { type Action, may } from './permissions.ts'
import type { Role } from './role.ts'

/**
 * What an action can cost an account, if anything: its endpoint declares the proof it needs. It is apart from the table
 * of permissions, which every page loads.
 */
export const GUARDS: Record<Action, 'money' | 'secret' | 'team' | null> = {
  call_api: 'money',
  see_api_password: 'secret',
  replace_api_password: 'secret',
  manage_agents: 'secret',
  manage_keys: 'secret',
  change_ip_rules: 'secret',
  change_call_settings: null,
  resend_webhooks: null,
  change_spend_limits: 'money',
  manage_alerts: 'money',
  receive_alerts: null,
  save_views: null,
  add_funds: 'money',
  buy_databases: 'money',
  download_databases: 'secret',
  move_money: 'money',
  manage_logins: 'secret',
  manage_team: 'team',
  see_security_log: 'team',
  manage_admins: 'team',
  manage_owners: 'team',
  require_factor: 'team',
  manage_sso: 'team',
  close_account: 'team',
}

/** True where the second role may do something guarded that the first may not. */
export function isRaise(from: Role, to: Role): boolean {
  return (Object.keys(GUARDS) as Action[]).some((one) => GUARDS[one] && may(to, one) && !may(from, one))
}
