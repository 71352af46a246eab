import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { users } from '@portico/contract/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { balanceOf, bookGift } from '#ledger/index.ts'
import { addMember } from '#team/members.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { openPage } from '#testing/live/stream.ts'
import { sharedApp } from '#testing/shared-app.ts'

const USD = 1_000_000
const site = sharedApp({}, closeBalanced)
let number = 0
let owner: Awaited<ReturnType<typeof account>>

beforeEach(async () => {
  owner = await account()
})

async function account() {
  number += 1
  const email = `mover-${number}@example.com`
  const { id } = await site.addUser({ email })
  const browser = await site.signedIn(email, { ip: `198.51.100.${number}` })
  const { login: machine } = await browser.must(access.addMachineLogin, { name: 'etl' })
  const [personal_row, machine_row] = await accountLogins(site.ctx, id)
  const ids = { personal: personal_row?.id ?? 0, machine: machine_row?.id ?? 0 }
  const give = (amount_micros: number, actor = 'operator:test') =>
    bookGift(site.ctx, { id: randomUUID(), login_id: ids.personal, amount_micros, memo: 'for a test', actor })
  return { id, email, browser, machine, ids, give }
}

const moving = (more: Partial<Parameters<typeof sent>[0]> = {}) => sent({ amount_micros: USD, ...more })
const sent = (given: { amount_micros: number; from?: string; to?: string; request_id?: string }) => ({
  from: owner.email,
  to: owner.machine,
  request_id: randomUUID(),
  ...given,
})
const balances = () =>
  Promise.all([owner.ids.personal, owner.ids.machine].map((login_id) => balanceOf(site.ctx, login_id)))

test('a transfer of the owner to a machine login shows in both balances and in the activity', async () => {
  await owner.give(10 * USD)
  expect(await owner.browser.must(access.getMoneyLogins, {})).toEqual({
    logins: [
      { login: owner.email, kind: 'personal', balance_micros: 10 * USD, movable_micros: 10 * USD, kept_by: null },
      { login: owner.machine, kind: 'machine', balance_micros: 0, movable_micros: 0, kept_by: null },
    ],
  })
  expect(await owner.browser.must(access.moveMoney, moving({ amount_micros: 2_500_001 }))).toEqual({
    from_balance_micros: 7_499_999,
    to_balance_micros: 2_500_001,
  })
  const { logins } = await owner.browser.must(access.getLogins, {})
  expect(logins.map(({ balance_micros }) => balance_micros)).toEqual([7_499_999, 2_500_001])
  const { rows } = await owner.browser.must(access.getAccessActivity, {})
  expect(rows[0]).toMatchObject({
    action: 'money_moved',
    facts: [
      { field: 'amount_micros', after: 2_500_001 },
      { field: 'from', after: owner.email },
      { field: 'to', after: owner.machine },
    ],
  })
})

test('a transfer that is sent twice, also at once, is booked once and logged once', async () => {
  await owner.give(10 * USD)
  const input = moving()
  const [first, second] = await Promise.all([
    owner.browser.call(access.moveMoney, input),
    owner.browser.call(access.moveMoney, input),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await owner.browser.must(access.moveMoney, input)).toEqual({
    from_balance_micros: 9 * USD,
    to_balance_micros: USD,
  })
  const { rows } = await owner.browser.must(access.getAccessActivity, {})
  expect(rows.filter(({ action }) => action === 'money_moved')).toHaveLength(1)
  // The same id of another customer is a separate request.
  const { email } = owner
  owner = await account()
  await owner.give(10 * USD)
  expect(email).not.toBe(owner.email)
  await owner.browser.must(access.moveMoney, { ...input, from: owner.email, to: owner.machine })
  expect(await balances()).toEqual([9 * USD, USD])
})

test.each([
  ['no more than there is', { amount_micros: 10 * USD + 1 }, 402, 'insufficient_funds'],
  ['not nothing', { amount_micros: 0 }, 400, 'invalid_input'],
  ['not backwards', { amount_micros: -1 }, 400, 'invalid_input'],
  ['no part of a micro-dollar', { amount_micros: 0.5 }, 400, 'invalid_input'],
  ['not from an unknown login', { from: 'nobody@example.com' }, 404, 'unknown_login'],
  ['not to an unknown login', { to: 'nobody@example.com' }, 404, 'unknown_login'],
])('%s can be moved', async (_, input, status, code) => {
  await owner.give(10 * USD)
  expect(await owner.browser.call(access.moveMoney, moving(input))).toMatchObject({ status, body: { code } })
  expect(await balances()).toEqual([10 * USD, 0])
  const { rows } = await owner.browser.must(access.getAccessActivity, {})
  expect(rows.some(({ action }) => action === 'money_moved')).toBe(false)
})

test('a transfer is refused to itself, with a login on hold, from or to another account, and of trial credit', async () => {
  await owner.give(USD, 'system')
  expect(await owner.browser.must(access.getMoneyLogins, {})).toMatchObject({
    logins: [{ balance_micros: USD, movable_micros: 0, kept_by: 'trial' }, { kept_by: null }],
  })
  const code = async (input: ReturnType<typeof sent>) => {
    const { body } = await owner.browser.call(access.moveMoney, input)
    return 'code' in body ? body.code : 'moved'
  }
  expect(await code(moving())).toBe('trial_credit')
  await owner.give(10 * USD)
  expect(await code(moving({ to: owner.email }))).toBe('invalid_input')
  const mine = owner
  const other = await account()
  expect(await code(moving({ to: other.machine }))).toBe('unknown_login')
  expect(await code(moving({ from: other.email, to: mine.machine }))).toBe('unknown_login')
  await site.database.pool.query(`update api_logins set status = 'on_hold' where login = $1`, [mine.machine])
  expect(await code(moving())).toBe('login_on_hold')
  await site.database.pool.query(`update api_logins set status = 'off' where login = $1`, [mine.machine])
  expect(await code(moving())).toBe('moved')
})

test.each([
  ['admin', 200],
  ['finance', 200],
  ['developer', 404],
  ['viewer', 404],
] as const)('a member who is %s gets %i, and only for the logins of that team', async (role, status) => {
  await owner.give(10 * USD)
  const member = await account()
  await member.give(5 * USD)
  await addMember(site.ctx, { owner_id: owner.id, user_id: member.id, role, cap_micros: 0 })
  // On a login of their own they move only their own money.
  const toOwn = await member.browser.call(access.moveMoney, moving({ to: member.machine }))
  expect(toOwn).toMatchObject({ status: 404, body: { code: 'unknown_login' } })
  await member.browser.must(users.setActiveApiUser, { login: owner.email })
  expect((await member.browser.call(access.moveMoney, moving())).status).toBe(status)
  const mixed = await member.browser.call(access.moveMoney, moving({ from: member.email }))
  expect(mixed.status).toBe(404)
  expect(await balances()).toEqual(status === 200 ? [9 * USD, USD] : [10 * USD, 0])
  expect(await balanceOf(site.ctx, member.ids.personal)).toBe(5 * USD)
})

test('an open page receives the new balance of its login at once', async () => {
  await owner.give(10 * USD)
  const page = await openPage(site.app, owner.browser)
  await expect.poll(() => page.changes().length).toBeGreaterThan(0)
  await owner.browser.must(access.moveMoney, moving())
  await expect.poll(() => page.changes().at(-1)).toMatchObject({ balance_micros: 9 * USD })
  page.leave()
})
