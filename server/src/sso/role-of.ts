import { GIVEN_ROLES, type GivenRole } from '@portico/contract/role.ts'

export interface RoleRules {
  group_claim: string
  group_roles: { group: string; role: GivenRole }[]
  default_role: GivenRole | null
}

/** The highest role any group gives, else the default; null: no access. No member becomes an owner this way. */
export function roleOf(rules: RoleRules, claims: Record<string, unknown>): GivenRole | null {
  const groups = new Set(groupsOf(rules.group_claim, claims))
  const given = rules.group_roles.filter(({ group }) => groups.has(group)).map(({ role }) => role)
  return GIVEN_ROLES.find((role) => given.includes(role)) ?? rules.default_role
}

/** A list of texts, or one; under the name itself or, with dots, inside of other claims. */
function groupsOf(group_claim: string, claims: Record<string, unknown>): string[] {
  if (group_claim === '') return []
  const found = Object.hasOwn(claims, group_claim) ? claims[group_claim] : inside(group_claim, claims)
  return (Array.isArray(found) ? found : [found]).filter((group) => typeof group === 'string')
}

function inside(path: string, claims: unknown): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
      claims,
    )
}
