import { randomUUID } from 'node:crypto'
import { closing } from '@portico/contract/closing.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { users } from '@portico/contract/users.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { askAboutOrders, forgetCustomers } from '#payments/index.ts'
import { addMember } from '#team/members.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedStripeApp } from '#testing/shared-app.ts'
import { runClosings } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const DAY_MS = 24 * 60 * 60 * 1000
const about = { reason: 'asked by post', by: 'olga' }

const it = sharedStripeApp()
afterEach(async () => {
  it.stripe.state.lose = () => undefined
  expect((await checkBooks(it.app.ctx)).discrepancies).toEqual([])
})

const close = (email: string, more: { confirmed?: boolean } = { confirmed: true }) =>
  it.app.operator(operator.closeUser, { email, ...about, ...more })
const keep = (email: string) => it.app.operator(operator.keepUser, { email, ...about })
const noted = async (user_id: number) =>
  (
    await it.app.database.pool.query(
      `select action, actor, detail->>'reason' as reason from audit_log
         where user_id = $1 and action in ('account_closing', 'account_kept') order by id`,
      [user_id],
    )
  ).rows

const endOf = async ({ browser }: Payer) => (await browser.must(users.getUserData, {})).user.closes_at

async function paid(payer: Payer) {
  const input = { id: randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const }
  const order = await payer.browser.must(payments.createOrder, input)
  it.pay(order.id, { saves: true })
  await it.deliverEvents()
  return { ...order, intent: it.intentOf(order.id) }
}

test('an account whose founder has become staff can be closed, and its closing undone, by the operator alone and by no other owner', async () => {
  const [payer, other] = [await openPayer(it.app), await openPayer(it.app)]
  await addMember(it.app.ctx, { owner_id: payer.user_id, user_id: other.user_id, role: 'owner', cap_micros: null })
  await other.browser.must(users.setActiveApiUser, { login: payer.login })
  expect(await other.browser.must(closing.getClosing, {})).toMatchObject({ email: payer.email, closes_at: null })
  await it.app.database.owner.query('update users set is_staff = true where id = $1', [payer.user_id])
  const input = { reason: 'other' as const, note: '', email: payer.email }
  for (const answer of [
    await other.browser.call(closing.getClosing, {}),
    await other.browser.call(closing.closeAccount, input),
    await other.browser.call(closing.keepAccount, {}),
  ])
    expect(answer.body).toMatchObject({ code: 'not_allowed' })
  expect(await noted(payer.user_id)).toEqual([])
})

test('the operator closes an account as its owners would, after confirming what is deleted, and both can cancel it', async () => {
  const payer = await openPayer(it.app)
  const { email } = payer
  expect((await close(email, {})).body).toMatchObject({
    code: 'invalid_input',
    fields: { confirmed: expect.stringMatching(/^\S+ has a balance of \$[\d.]+, 0 other members, 0 subscriptions/) },
  })
  expect(await noted(payer.user_id)).toEqual([])
  const closes_at = new Date(it.app.clock.now().getTime() + 14 * DAY_MS).toISOString()
  expect((await close(email)).body).toEqual({ email, changed: true, closes_at })
  expect(await endOf(payer)).toBe(closes_at)
  expect((await it.app.mails(email)).at(-1)).toMatchObject({ template: 'account_closing' })
  const input = { id: randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const }
  expect((await payer.browser.call(payments.createOrder, input)).body).toMatchObject({ code: 'account_closing' })
  it.app.clock.forward(DAY_MS)
  expect((await close(email, {})).body, 'the same end, and nothing to confirm').toEqual({
    email,
    changed: false,
    closes_at,
  })
  expect((await keep(email)).body).toEqual({ email, changed: true, closes_at: null })
  expect((await keep(email)).body).toEqual({ email, changed: false, closes_at: null })
  await close(email)
  await payer.signInAgain()
  await payer.browser.must(closing.keepAccount, {})
  expect(await endOf(payer)).toBeNull()
  const by_operator = { actor: 'operator:olga', reason: 'asked by post' }
  expect(await noted(payer.user_id)).toEqual([
    { action: 'account_closing', ...by_operator },
    { action: 'account_kept', ...by_operator },
    { action: 'account_closing', ...by_operator },
    { action: 'account_kept', actor: `user:${payer.user_id}`, reason: null },
  ])
})

test('an unknown account, staff and a member of another team are not closed', async () => {
  expect((await close('nobody@example.com')).body).toMatchObject({ code: 'unknown_user' })
  const staff = await it.app.addStaff({ email: 'desk@example.com' })
  expect((await close('desk@example.com')).body).toMatchObject({
    fields: { email: expect.stringMatching(/^is staff/) },
  })
  expect(await noted(staff.id)).toEqual([])
  const [owner, member] = [await openPayer(it.app), await openPayer(it.app)]
  await addMember(it.app.ctx, { owner_id: owner.user_id, user_id: member.user_id, role: 'viewer', cap_micros: null })
  expect((await close(member.email)).body).toMatchObject({ code: 'leave_teams_first' })
  expect((await close(owner.email, {})).body).toMatchObject({
    fields: { confirmed: expect.stringContaining('1 other members') },
  })
})

test('closing cannot be cancelled in the moment the erasure begins', async () => {
  const { email, user_id } = await openPayer(it.app)
  await close(email)
  const erasing = await it.app.database.pool.connect()
  await erasing.query('begin')
  await erasing.query('update account_closings set told_at = now() where owner_id = $1', [user_id])
  const keeping = keep(email)
  await expect
    .poll(async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return (await it.app.database.pool.query(waiting)).rowCount
    })
    .toBe(1)
  await erasing.query('commit')
  erasing.release()
  expect((await keeping).body).toEqual({ email, changed: false, closes_at: expect.any(String) })
})

test('after the erasure the customer and the cards at the processor are deleted too, with retries', async () => {
  const payer = await openPayer(it.app)
  const { intent } = await paid(payer)
  const customer = it.stripe.intents.get(intent)?.customer ?? ''
  const bystander = await openPayer(it.app)
  const stored = it.stripe.intents.get((await paid(bystander)).intent)?.customer ?? ''
  expect(await forgetCustomers(it.app.ctx)).toBe(0)
  await close(payer.email)
  expect(await forgetCustomers(it.app.ctx), 'not while it can be kept').toBe(0)
  it.app.clock.forward(14 * DAY_MS)
  it.stripe.state.lose = () => 'request'
  await runClosings(it.app.ctx)
  await it.app.database.owner.query('update outbox set sent_at = now() where sent_at is null')
  expect(await runClosings(it.app.ctx), 'erased without the processor').toBe(1)
  expect(await forgetCustomers(it.app.ctx)).toBe(0)
  expect(it.stripe.deleted.has(customer)).toBe(false)
  expect(it.app.log_lines.at(-1)).toContain('deleting a customer at the processor failed, will be retried')
  // It is done there, but the answer is lost.
  it.stripe.state.lose = () => 'reply'
  expect(await forgetCustomers(it.app.ctx)).toBe(0)
  expect(it.stripe.deleted.has(customer)).toBe(true)
  it.stripe.state.lose = () => undefined
  expect(await forgetCustomers(it.app.ctx)).toBe(1)
  const { requests } = it.stripe.state
  expect([await forgetCustomers(it.app.ctx), it.stripe.state.requests]).toEqual([0, requests])
  expect([...it.stripe.methods.values()].some((method) => method.customer === customer)).toBe(false)
  expect([
    it.stripe.deleted.has(stored),
    [...it.stripe.methods.values()].some((one) => one.customer === stored),
  ]).toEqual([false, true])
  // A later reversal by the bank is still booked, and no new customer is created there for it.
  const customers = it.stripe.customers.size
  it.stripe.refund(intent, 1_000)
  await it.deliverEvents()
  await askAboutOrders(it.app.ctx)
  const { rows } = await it.app.database.pool.query('select refunded_micros from payment_orders where owner_id = $1', [
    payer.user_id,
  ])
  expect([rows, it.stripe.customers.size]).toEqual([[{ refunded_micros: 10_000_000 }], customers])
})
