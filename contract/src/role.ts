/** Roles an invitation can give; only a current member is made an owner. */
export const GIVEN_ROLES = ['admin', 'developer', 'finance', 'viewer'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

/** What a member of a team may do on its logins; the account a login belongs to is its owner. */
export const ROLES = ['owner', ...GIVEN_ROLES] as const
export type Role = (typeof ROLES)[number]

/** Names of roles on pages and in mails. */
export const ROLE_NAMES = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  finance: 'Finance',
  viewer: 'Viewer',
} as const satisfies Record<Role, string>

/** True when another user gave them the login. */
export function isGiven(role: Role): role is GivenRole {
  return GIVEN_ROLES.some((given) => given === role)
}
