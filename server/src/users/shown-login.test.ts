import { databases } from '@portico/contract/databases.ts'
import type { Endpoint, Sent } from '@portico/contract/endpoint.ts'
import { payments } from '@portico/contract/payments.ts'
import { profile } from '@portico/contract/profile.ts'
import { recharge } from '@portico/contract/recharge.ts'
import { SHOWN_LOGIN_HEADER } from '@portico/contract/rules.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { addMember } from '#team/members.ts'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const it = sharedApp()
let browser: ReturnType<TestApp['browser']>
beforeAll(async () => {
  const [owner, member] = [
    await it.addUser({ email: 'owner@example.com', can_pay: true }),
    await it.addUser({ email: 'me@example.com' }),
  ]
  await addMember(it.ctx, { owner_id: owner.id, user_id: member.id, role: 'finance', cap_micros: null })
  browser = await it.signedIn('me@example.com')
})

async function codeOf<E extends Endpoint>(endpoint: E, input: Sent<E>, shown: string | undefined) {
  const headers = shown === undefined ? {} : { [SHOWN_LOGIN_HEADER]: encodeURIComponent(shown) }
  const { status, body } = await browser.call(endpoint, input, { headers })
  return status === 200 || typeof body !== 'object' || body === null || !('code' in body) ? status : body.code
}

test('a change of a tab is meant for the login it shows: after a switch in another tab it is refused', async () => {
  await browser.must(users.setActiveApiUser, { login: 'owner@example.com' })
  const order = {
    id: crypto.randomUUID(),
    amount_micros: 50_000_000,
    tax_micros: 0,
    how: 'checkout' as const,
  }
  const save = { threshold_micros: 1_000_000, amount_micros: 50_000_000, month_max_micros: null, method_id: null }
  expect(await codeOf(payments.createOrder, order, 'me@example.com')).toBe('login_changed')
  expect(await codeOf(recharge.saveRecharge, save, 'me@example.com')).toBe('login_changed')
  expect((await it.database.owner.query('select from payment_orders')).rowCount).toBe(0)
  expect(await codeOf(payments.createOrder, order, 'owner@example.com')).toBe(200)
  expect((await it.database.owner.query('select from payment_orders')).rowCount).toBe(1)
})

test('reading, the profile and another switch continue, and so does a program that names no login', async () => {
  await browser.must(users.setActiveApiUser, { login: 'owner@example.com' })
  expect(await codeOf(payments.getSetup, {}, 'me@example.com')).toBe(200)
  expect(await codeOf(databases.getPurchases, {}, 'me@example.com')).toBe(200)
  expect(await codeOf(profile.getProfile, {}, 'me@example.com')).toBe(200)
  expect(await codeOf(users.setActiveApiUser, { login: 'me@example.com' }, 'owner@example.com')).toBe(200)
  expect(await codeOf(recharge.turnOff, {}, undefined)).toBe(200)
})
