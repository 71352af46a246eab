import { expect, test } from 'vitest'
import { ACTIONS, isWithinCap, may, mayChangeMember, rolesThatMay, rolesToGive } from './permissions.ts'
import { GIVEN_ROLES, ROLES } from './role.ts'

test('every action is the owner’s, and says what it means', () => {
  for (const { may: roles, means } of Object.values(ACTIONS)) {
    expect(roles).toContain('owner')
    expect(means).toMatch(/^[A-Z].*\.$/)
  }
})

test('the table and its questions agree', () => {
  expect(may('finance', 'manage_alerts')).toBe(true)
  expect(may('finance', 'see_api_password')).toBe(false)
  expect(rolesThatMay('call_api')).toEqual(['owner', 'admin', 'developer'])
})

test('SEC-M3 admins are the owner’s alone', () => {
  expect(rolesThatMay('manage_admins')).toEqual(['owner'])
})

test('SEC-M3 the owner gives every role, an admin those below, the others none', () => {
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
])('SEC-M3 with a cap of %s one can give %s: %s', (own, given, is_within) => {
  expect(isWithinCap(own, given)).toBe(is_within)
})
