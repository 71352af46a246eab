import type { LoginInfo } from '@portico/contract/access.ts'
import { expect, test } from 'vitest'
import { canMoveMoney, canTurn } from './login-words.ts'

const login = (name: string, more: Partial<LoginInfo> = {}): LoginInfo => ({
  login: name,
  kind: 'personal',
  is_active: false,
  is_own: true,
  in_account: true,
  status: 'active',
  balance_micros: 0,
  spent_today_micros: 0,
  cap_micros: null,
  last_call_at: null,
  ...more,
})

test('a user on their own login turns their own logins off, not those of a team', () => {
  const [mine, machine, theirs] = [
    login('mine', { is_active: true }),
    login('machine', { status: 'off' }),
    login('theirs', { is_own: false }),
  ]
  const all = [mine, machine, theirs]
  expect(all.map((one) => canTurn(one, all, 'admin'))).toEqual([true, true, false])
})

test("a user on a team's login turns only that one off", () => {
  const all = [login('mine'), login('theirs', { is_own: false, is_active: true }), login('other', { is_own: false })]
  expect(all.map((one) => canTurn(one, all, 'admin'))).toEqual([false, true, false])
})

test('a hold is lifted by no user, and a user without the right turns nothing off', () => {
  const held = login('mine', { is_active: true, status: 'on_hold' })
  expect(canTurn(held, [held], 'owner')).toBe(false)
  const free = login('mine', { is_active: true })
  expect(canTurn(free, [free], 'developer')).toBe(false)
})

test('money is moved between two logins of one account, by users with the right', () => {
  const own = [login('mine', { is_active: true }), login('machine', { kind: 'machine' })]
  expect(canMoveMoney(own, 'owner')).toBe(true)
  expect(canMoveMoney(own, 'finance')).toBe(true)
  expect(canMoveMoney(own, 'developer')).toBe(false)
  expect(canMoveMoney(own, undefined)).toBe(false)
  const alone = [login('mine', { is_active: true }), login('theirs', { is_own: false, in_account: false })]
  expect(canMoveMoney(alone, 'owner')).toBe(false)
})
