/** What a member of a team may do on its logins; the account a login belongs to is its owner. */
export const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Roles an invitation can give; only a current member is made an owner. */
export const GIVEN_ROLES = ['admin', 'developer', 'finance', 'viewer'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]
