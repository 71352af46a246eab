import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { payments } from '@portico/contract/payments.ts'
import { recharge } from '@portico/contract/recharge.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test } from 'vitest'
import { loginNamed, readApiPassword } from '#access/index.ts'
import { addMember } from '#team/members.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { BACKLINKS, openPayer, TARGET } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'

const REFUSED = CODE.subscriptionNeeded
const OK = CODE.ok

const app = sharedApp({}, closeBalanced)

async function callAs(login: string): Promise<unknown> {
  const { id } = await loginNamed(app.ctx, login)
  const password = await readApiPassword(app.ctx, { login_id: id, member_id: null })
  const reply = await app.app.inject({
    method: 'POST',
    url: BACKLINKS,
    headers: {
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    payload: JSON.stringify(TARGET),
  })
  return reply.json().status_code
}

test('a payment clears 40204 within a second on every instance, for all logins of the account, and is credited in full', async () => {
  const payer = await openPayer(app)
  const other = await app.sibling()
  const { login: machine } = await payer.browser.must(access.addMachineLogin, { name: 'etl' })
  await payer.browser.must(access.moveMoney, {
    from: payer.login,
    to: machine,
    amount_micros: 1_000_000,
    request_id: randomUUID(),
  })
  expect(await payer.backlinks()).toBe(REFUSED)
  expect(await payer.backlinks(other.app)).toBe(REFUSED)
  const before = await payer.balance()
  const { body } = await payer.activate({ return_to: '/backlinks-subscription' })
  if (!('pay_url' in body)) throw new Error(JSON.stringify(body))
  expect(await payer.shown()).toMatchObject({ state: 'pending', order: { id: body.order_id, pay_url: body.pay_url } })
  expect(await payer.backlinks()).toBe(REFUSED)
  await payer.decide(body.pay_url, 'approve')
  expect(await payer.balance()).toBe(before + 100_000_000)
  app.clock.forward(1_000)
  expect(await payer.backlinks()).toBe(OK)
  expect(await payer.backlinks(other.app)).toBe(OK)
  expect(await callAs(machine)).toBe(CODE.ok)
  const { login: later } = await payer.browser.must(access.addMachineLogin, { name: 'later' })
  await payer.browser.must(access.moveMoney, {
    from: payer.login,
    to: later,
    amount_micros: 1_000_000,
    request_id: randomUUID(),
  })
  expect(await callAs(later)).toBe(CODE.ok)
  expect(await payer.shown()).toMatchObject({
    state: 'active',
    period_end: '2026-04-02T10:00:00.000Z',
    access_until: '2026-04-09T10:00:00.000Z',
    login: payer.login,
    order: null,
  })
  const data = await payer.call('/v3/appendix/user_data')
  expect(data.tasks[0].result[0]).toMatchObject({
    backlinks_subscription_expiry_date: '2026-04-02 10:00:00 +00:00',
    llm_mentions_subscription_expiry_date: null,
    subscriptions: ['backlinks'],
  })
})

test('CA-03 the active product subscriptions and the on-demand subscription are those of the active login', async () => {
  const payer = await openPayer(app)
  const guest = await openPayer(app)
  await payer.subscribe('approve', { save_method: true, card: '4242' })
  const settings = { threshold_micros: 0, amount_micros: 50_000_000, method_id: null, month_max_micros: null }
  await payer.browser.must(recharge.saveRecharge, settings)
  await addMember(app.ctx, {
    owner_id: payer.user_id,
    user_id: guest.user_id,
    role: 'viewer',
    cap_micros: null,
  })
  const active = async () => [
    (await guest.browser.must(subscriptions.getActive, {})).subscriptions,
    (await guest.browser.must(recharge.getActive, {})).recharge,
  ]
  expect(await active()).toEqual([[], null])
  await guest.browser.must(users.setActiveApiUser, { login: payer.login })
  expect(await active()).toMatchObject([
    [{ product: 'backlinks', title: 'Backlinks API', state: 'active' }],
    { threshold_micros: 0, amount_micros: 50_000_000, is_on: true, has_failed: false },
  ])
})

test.each(['decline', 'cancel'] as const)(
  'a payment that ends with %s changes nothing, and another can be made',
  async (outcome) => {
    const payer = await openPayer(app)
    const before = await payer.balance()
    await payer.subscribe(outcome)
    expect(await payer.shown()).toMatchObject({ state: 'inactive', order: null, period_end: null })
    expect(await payer.balance()).toBe(before)
    expect(await payer.backlinks()).toBe(REFUSED)
    await payer.subscribe()
    expect(await payer.shown()).toMatchObject({ state: 'active' })
  },
)

test('a stored method pays in one press, and a declined card is reported', async () => {
  const payer = await openPayer(app)
  const bad = await payer.storeCard('0002')
  expect((await payer.activate({ how: 'method', method_id: bad })).body).toMatchObject({ state: 'failed' })
  expect(await payer.shown()).toMatchObject({ state: 'inactive' })
  const good = await payer.storeCard('4242')
  expect((await payer.activate({ how: 'method', method_id: good })).body).toMatchObject({ state: 'paid' })
  expect(await payer.shown()).toMatchObject({ state: 'active', method_label: 'Visa •••• 4242' })
})

test('an active product, another price and an unsold product are refused; pressed twice there is one order', async () => {
  const payer = await openPayer(app)
  for (const price_micros of [10_000, 1, 100_000_001])
    expect((await payer.activate({ price_micros })).body).toMatchObject({ code: 'price_changed' })
  expect((await payer.activate({ tax_micros: 10_000 })).body).toMatchObject({ code: 'total_changed' })
  expect((await payer.activate({ product: 'serp' })).body).toMatchObject({ code: 'not_allowed' })
  expect((await payer.browser.call(subscriptions.cancel, { product: 'backlinks' })).body).toMatchObject({
    code: 'not_subscribed',
  })
  const id = randomUUID()
  const both = await Promise.all([payer.activate({ id }), payer.activate({ id }), payer.activate()])
  const made = both.flatMap(({ body }) => ('pay_url' in body ? [body] : []))
  expect(new Set(made.map(({ order_id }) => order_id)).size).toBe(1)
  const { orders } = await payer.browser.must(payments.listOrders, {})
  expect(orders).toHaveLength(1)
  expect((await payer.activate()).body).toMatchObject({ code: 'subscription_pending' })
  await payer.decide(made[0]?.pay_url ?? null, 'approve')
  expect((await payer.activate()).body).toMatchObject({ code: 'already_subscribed' })
  expect((await payer.browser.must(payments.listOrders, {})).orders).toHaveLength(1)
})

test('an activation has no external return address, counts among the orders of an hour, and its id is of one product', async () => {
  const payer = await openPayer(app)
  const id = randomUUID()
  const { body } = await payer.activate({ id, return_to: '//evil.example/x' })
  expect(body).toMatchObject({ order_id: id })
  const { return_to } = await payer.browser.must(payments.getOrder, { id })
  expect(return_to).toBe('/users/getrows')
  const other = { id, product: 'llm_mentions', price_micros: 100_000_000 }
  expect((await payer.activate(other)).body).toMatchObject({ code: 'already_there' })
  const codes = new Set<unknown>()
  for (let n = 0; n < 31; n += 1) {
    const answer = await payer.activate()
    codes.add('code' in answer.body ? answer.body.code : answer.status)
  }
  expect([...codes]).toEqual(['subscription_pending', 'too_many_orders'])
})

test.each([
  ['finance', 200],
  ['admin', 404],
  ['developer', 404],
  ['viewer', 404],
] as const)('a member who is %s gets %i', async (role, status) => {
  const payer = await openPayer(app)
  const member = await openPayer(app)
  await addMember(app.ctx, { owner_id: payer.user_id, user_id: member.user_id, role, cap_micros: null })
  await member.browser.must(users.setActiveApiUser, { login: payer.login })
  const answer = await member.activate()
  expect(answer.status).toBe(status)
  if (!('pay_url' in answer.body)) return
  await member.decide(answer.body.pay_url, 'approve')
  expect(await payer.shown()).toMatchObject({ state: 'active' })
})

test('an activation requires the sign-in password again after 15 minutes, and is recorded in the activity', async () => {
  const payer = await openPayer(app)
  await payer.subscribe()
  app.clock.forward(15 * MINUTE_MS + 1)
  for (const endpoint of [subscriptions.cancel, subscriptions.resume])
    expect((await payer.browser.call(endpoint, { product: 'backlinks' })).body).toMatchObject({
      code: 'reauth_needed',
    })
  expect((await payer.activate({ product: 'llm_mentions' })).body).toMatchObject({ code: 'reauth_needed' })
  await payer.signInAgain()
  await payer.browser.must(subscriptions.cancel, { product: 'backlinks' })
  await payer.browser.must(subscriptions.resume, { product: 'backlinks' })
  const { rows } = await payer.browser.must(access.getAccessActivity, { kind: 'money' })
  expect(rows.map(({ action }) => action)).toEqual([
    'subscription_resumed',
    'subscription_canceled',
    'subscription_ordered',
  ])
})
