import { GIVEN_ROLES, type GivenRole, ROLES, type Role } from './role.ts'

interface Permission {
  may: readonly Role[]
  means: string
}

/**
 * Who may do what on the active login, for server and page. What every member may do (look at usage, errors and
 * settings) has no line.
 */
export const ACTIONS = {
  call_api: {
    may: ['owner', 'admin', 'developer'],
    means: 'Call the data API with a password of their own.',
  },
  see_api_password: {
    may: ['owner', 'admin', 'developer'],
    means: 'See the API password, have a link to it mailed, test the connection with it.',
  },
  replace_api_password: {
    may: ['owner', 'admin', 'developer'],
    means: 'Make a new API password.',
  },
  manage_agents: {
    may: ['owner', 'admin', 'developer'],
    means:
      'Make agent logins within what they have themselves, and revoke their own; who manages the team revokes any.',
  },
  manage_keys: {
    may: ['owner', 'admin', 'developer'],
    means: 'Make API keys, change, rotate and revoke their own; who manages the team revokes any.',
  },
  change_ip_rules: {
    may: ['owner', 'admin', 'developer'],
    means: 'Decide from which addresses the data API can be called.',
  },
  change_call_settings: {
    may: ['owner', 'admin', 'developer'],
    means: 'Change the duplicates setting and the webhook delay.',
  },
  resend_webhooks: {
    may: ['owner', 'admin', 'developer'],
    means: 'Send failed webhooks again.',
  },
  change_spend_limits: {
    may: ['owner', 'admin', 'finance'],
    means: 'Change the daily limits and the monthly budgets.',
  },
  manage_alerts: {
    may: ['owner', 'admin', 'finance'],
    means: 'Change alerts, and see and change the webhook and the Slack and Teams channels they are sent to.',
  },
  receive_alerts: {
    may: ['owner', 'admin', 'finance'],
    means: 'Get alerts in the inbox and by mail, unless they turned such mail off.',
  },
  save_views: {
    may: ['owner', 'admin', 'developer', 'finance'],
    means: 'Save and remove views of Usage for the whole account.',
  },
  add_funds: {
    may: ['owner', 'finance'],
    means: 'Pay, for funds and subscriptions, and see payments and invoices. Others see the balance alone.',
  },
  buy_databases: {
    may: ['owner', 'admin', 'finance'],
    means: 'Buy databases from the balance, and get their receipts.',
  },
  download_databases: {
    may: ['owner', 'admin', 'developer', 'finance'],
    means: 'Download the files of databases that were bought.',
  },
  move_money: {
    may: ['owner', 'admin', 'finance'],
    means: 'Move money between the logins of the account.',
  },
  manage_logins: {
    may: ['owner', 'admin'],
    means: 'Add machine logins, turn logins off and on.',
  },
  manage_team: {
    may: ['owner', 'admin'],
    means: 'Invite, remove and change members, within what they have themselves.',
  },
  see_security_log: {
    may: ['owner', 'admin'],
    means: 'See everything that was done in the account, with sign-ins and security changes of its members.',
  },
  manage_admins: {
    may: ['owner'],
    means: 'Make someone an admin, and change or remove an admin.',
  },
  manage_owners: {
    may: ['owner'],
    means: 'Make someone an owner and take it back, and hand over the account.',
  },
  require_factor: {
    may: ['owner'],
    means: 'Demand a second factor of everybody in the team.',
  },
  manage_sso: {
    may: ['owner'],
    means: 'Set up single sign-on, and demand it of the people of a domain.',
  },
  close_account: {
    may: ['owner'],
    means: 'Close the account, and keep it after all.',
  },
} as const satisfies Record<string, Permission>

export type Action = keyof typeof ACTIONS

/** Every account has at least one. */
export const OWNER = 'owner' satisfies Role

export function isOwner(role: Role): boolean {
  return role === OWNER
}

export function may(role: Role, action: Action): boolean {
  const { may: roles }: Permission = ACTIONS[action]
  return roles.includes(role)
}

export function rolesThatMay(action: Action): Role[] {
  return ROLES.filter((role) => may(role, action))
}

/** The roles they can give in an invitation: only the owner makes or changes a member who can manage the team. */
export function rolesToGive(role: Role): GivenRole[] {
  if (!may(role, 'manage_team')) return []
  return GIVEN_ROLES.filter((given) => !may(given, 'manage_team') || may(role, 'manage_admins'))
}

/** The same for a current member: only members become owners, by no invitation. */
export function rolesToAssign(role: Role): Role[] {
  return may(role, 'manage_owners') ? [OWNER, ...rolesToGive(role)] : rolesToGive(role)
}

/**
 * True where they may change the role and the cap of a member with this role, or remove them; only owners change an
 * owner.
 */
export function mayChangeMember(role: Role, member: Role): boolean {
  return rolesToAssign(role).includes(member)
}

/** A member gives no higher cap than their own; null is no cap, the highest. */
export function isWithinCap(own: number | null, given: number | null): boolean {
  return own === null || (given !== null && given <= own)
}
