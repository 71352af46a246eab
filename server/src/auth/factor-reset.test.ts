import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'
import { codeAt } from '#testing/staff.ts'

const app = sharedApp()

const ask = { email: 'lost@example.com', reason: 'seen their passport', by: 'test' }

test('a factor reset lets the customer sign in with the password again, and notifies them by mail', async () => {
  const { id } = await app.addUser({ email: ask.email, name: 'Lou' })
  const browser = await app.signedIn(ask.email)
  const { key } = await browser.must(profile.beginFactor, {})
  await browser.must(profile.turnOnFactor, { code: codeAt(key, app.clock.now()) })
  await app.database.pool.query(
    `insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, created_at)
       values ('one', $1, '\\x00', 0, '[]', 'localhost', 'Phone', now()), ('two', $1, '\\x00', 0, '[]', 'localhost', 'Bag', now())`,
    [id],
  )
  const { body } = await app.operator(operator.resetFactor, ask)
  expect(body).toEqual({ email: ask.email, had_factor: true, passkeys: 2, ended: 1 })
  expect((await browser.call(profile.getProfile, {})).status).toBe(401)
  const { rows } = await app.database.pool.query(
    `select (select count(*) from second_factors where user_id = $1)::int as factors,
       (select count(*) from recovery_codes where user_id = $1)::int as codes,
       (select count(*) from passkeys where user_id = $1)::int as passkeys`,
    [id],
  )
  expect(rows).toEqual([{ factors: 0, codes: 0, passkeys: 0 }])
  expect((await app.mails(ask.email)).at(-1)).toMatchObject({ template: 'factor_reset', data: { name: 'Lou' } })
  const { rows: log } = await app.database.pool.query(
    "select actor, detail from audit_log where user_id = $1 and action = 'factor_reset'",
    [id],
  )
  expect(log).toEqual([
    { actor: 'operator:test', detail: { reason: ask.reason, had_factor: true, count: 2, ended: 1 } },
  ])
  const again = await app.signedIn(ask.email, { ip: '198.51.100.7' })
  expect((await again.must(profile.getProfile, {})).two_factor).toMatchObject({ since: null })
})

test('a factor reset needs a reason and a customer', async () => {
  expect((await app.operator(operator.resetFactor, { ...ask, reason: '' })).status).toBe(400)
  expect((await app.operator(operator.resetFactor, { ...ask, email: 'nobody@example.com' })).status).toBe(404)
})

test('a factor reset removes nothing from staff', async () => {
  await app.operator(operator.addStaff, { email: 'staff@example.com', by: 'test' })
  expect((await app.operator(operator.resetFactor, { ...ask, email: 'staff@example.com' })).status).toBe(404)
})
