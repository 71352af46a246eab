/** What a member of a team may do on its logins; the owner of a login is whoever it belongs to. */
export const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Roles an invitation can give; an owner is made of somebody who is in the team. */
export const GIVEN_ROLES = ['admin', 'developer', 'finance', 'viewer'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]
