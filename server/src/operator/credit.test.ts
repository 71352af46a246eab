import { randomUUID } from 'node:crypto'
import { operator } from '@portico/contract/operator.ts'
import { beforeEach, expect, test } from 'vitest'
import { closeBalanced } from '#testing/close-balanced.ts'
import { sharedApp } from '#testing/shared-app.ts'

const USD = 1_000_000
const site = sharedApp({}, closeBalanced)
let login: string
let number = 0

beforeEach(async () => {
  number += 1
  login = `credited-${number}@example.com`
  await site.addUser({ email: login })
})

const credit = (amount_micros: number, more: { allow_negative?: boolean } = {}) =>
  site.operator(operator.credit, {
    login,
    amount_micros,
    reason: 'for a test',
    by: 'test',
    request_id: randomUUID(),
    ...more,
  })
const balance = async () => {
  const { body } = await site.operator(operator.showUser, { who: login })
  return 'logins' in body ? body.logins[0]?.balance_micros : undefined
}

test.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 10_000_000 * USD + 1, -10_000_000 * USD - 1])(
  'SEC-L18 an amount of %d is refused with a reason, and nothing is booked',
  async (amount) => {
    const { status, body } = await credit(amount, { allow_negative: true })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'invalid_input',
      fields: { amount_micros: expect.stringContaining('10,000,000') },
    })
    expect(await balance()).toBe(0)
  },
)

test('SEC-L18 a correction above the balance is refused, unless it is allowed', async () => {
  await credit(5 * USD)
  expect((await credit(-5 * USD)).status).toBe(200)
  await credit(5 * USD)
  const refused = await credit(-5 * USD - 1)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ fields: { amount_micros: expect.stringContaining('--allow-negative') } })
  expect(await balance()).toBe(5 * USD)
  const { rows } = await site.database.pool.query(
    `select from audit_log where action = 'credited' and detail->>'login' = $1`,
    [login],
  )
  expect(rows, 'and nothing was written down as done').toHaveLength(3)
  expect((await credit(-6 * USD, { allow_negative: true })).status).toBe(200)
  expect(await balance()).toBe(-1 * USD)
  expect((await credit(0.5 * USD)).status, 'more is always taken').toBe(200)
})

test('SEC-L18 many large credits never make a balance that a number cannot hold', async () => {
  await site.database.owner.query(`update ledger_accounts set balance_micros = $1 where name = 'login:' || $2`, [
    999_999_999 * USD,
    login,
  ])
  expect((await credit(10_000_000 * USD)).status).toBe(400)
  expect(await balance()).toBe(999_999_999 * USD)
  await site.database.owner.query(`update ledger_accounts set balance_micros = 0 where name = 'login:' || $1`, [login])
})

test('the same request again books once and reports that; another one under its id is refused with the first', async () => {
  const request_id: string = randomUUID()
  const other = `other-${login}`
  await site.addUser({ email: other })
  const input = { login, amount_micros: 25 * USD, reason: 'as agreed', by: 'test', request_id }
  const ask = (more: Partial<typeof input>) => site.operator(operator.credit, { ...input, ...more })
  expect((await ask({})).body).toMatchObject({ booked: true, balance_micros: 25 * USD })
  for (const same of [{}, { reason: ' as agreed ' }, { by: 'somebody else' }, { request_id: request_id.toUpperCase() }])
    expect(await ask(same)).toMatchObject({ status: 200, body: { booked: false, balance_micros: 25 * USD } })
  for (const another of [
    { amount_micros: 26 * USD },
    { amount_micros: -25 * USD },
    { login: other },
    { reason: 'a gift' },
  ])
    expect(await ask(another)).toMatchObject({
      status: 409,
      body: {
        fields: {
          request_id: expect.stringMatching(
            new RegExp(`^was used for another booking: \\$25\\.000000 for ${login}, "as agreed", at \\d{4}-`),
          ),
        },
      },
    })
  expect(await balance()).toBe(25 * USD)
})
