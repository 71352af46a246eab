import { expect, test } from 'vitest'
import { ACTIONS, isWithinCap, may, mayChangeMember, rolesThatMay, rolesToGive } from './permissions.ts'
import { GIVEN_ROLES, ROLES } from './role.ts'

test('every action is allowed to the owner and has a description', () => {
  for (const { may: roles, means } of Object.values(ACTIONS)) {
    expect(roles).toContain('owner')
    expect(means).toMatch(/^[A-Z].*\.$/)
  }
})

test('the permission table and its functions agree', () => {
  expect(may('finance', 'manage_alerts')).toBe(true)
  expect(may('finance', 'see_api_password')).toBe(false)
  expect(rolesThatMay('call_api')).toEqual(['owner', 'admin', 'developer'])
})

test('SEC-M3 only owners make admins', () => {
  expect(rolesThatMay('manage_admins')).toEqual(['owner'])
})

test('SEC-M3 an owner gives every role, an admin those below, other roles none', () => {
  expect(ROLES.map(rolesToGive)).toEqual([[...GIVEN_ROLES], ['developer', 'finance', 'viewer'], [], [], []])
  expect(GIVEN_ROLES.map((role) => mayChangeMember('admin', role))).toEqual([false, true, true, true])
  expect(GIVEN_ROLES.map((role) => mayChangeMember('owner', role))).toEqual([true, true, true, true])
})

test.each([
  [null, null, true],
  [null, 5, true],
  [5, 5, true],
  [5, 0, true],
  [5, 6, false],
  [5, null, false],
  [0, 0, true],
  [0, null, false],
])('SEC-M3 a member with a cap of %s can give %s: %s', (own, given, is_within) => {
  expect(isWithinCap(own, given)).toBe(is_within)
})
