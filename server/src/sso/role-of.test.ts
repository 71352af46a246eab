import { GIVEN_ROLES, type GivenRole } from '@portico/contract/role.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roleOf } from './role-of.ts'

const group_roles = GIVEN_ROLES.map((role) => ({ group: `portico-${role}`, role }))
const subsets = Array.from({ length: 2 ** GIVEN_ROLES.length }, (_, bits) =>
  GIVEN_ROLES.filter((_role, at) => (bits >> at) & 1),
)
const defaults = [...GIVEN_ROLES, null]

test.each(subsets.flatMap((roles) => defaults.map((given): [GivenRole[], GivenRole | null] => [roles, given])))(
  'groups for %j with the default %s give the highest role, or the default without any',
  (roles, default_role) => {
    const groups = ['everyone', ...roles.map((role) => `portico-${role}`)]
    expect(roleOf({ group_claim: 'groups', group_roles, default_role }, { groups })).toBe(roles[0] ?? default_role)
  },
)

test.each<[string, string, Record<string, unknown>, GivenRole | null]>([
  ['one text', 'groups', { groups: 'portico-admin' }, 'admin'],
  ['inside of another claim', 'realm_access.roles', { realm_access: { roles: ['portico-finance'] } }, 'finance'],
  ['a name with dots', 'https://acme.test/groups', { 'https://acme.test/groups': ['portico-viewer'] }, 'viewer'],
  ['another claim', 'roles', { groups: ['portico-admin'] }, null],
  ['other capitals', 'groups', { groups: ['Portico-Admin'] }, null],
  ['part of a name', 'groups', { groups: ['portico-admin-2', 'portico'] }, null],
  ['no list', 'groups', { groups: { 'portico-admin': true } }, null],
  ['of the language itself', 'constructor.name', {}, null],
  ['none configured', '', { '': ['portico-admin'] }, null],
])('the group claim is read: %s', (_what, group_claim, claims, role) => {
  expect(roleOf({ group_claim, group_roles, default_role: null }, claims)).toBe(role)
})

test('no claim makes a member an owner', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (claims, group_claim) => {
      const role = roleOf({ group_claim, group_roles, default_role: null }, { groups: ['owner'], ...claims })
      expect([...GIVEN_ROLES, null]).toContain(role)
    }),
  )
})
