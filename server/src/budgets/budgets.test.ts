import { access } from '@portico/contract/access.ts'
import { budgets } from '@portico/contract/budgets.ts'
import { CODE } from '@portico/contract/codes.ts'
import { inbox } from '@portico/contract/inbox.ts'
import { inboxCount } from '@portico/contract/inbox-count.ts'
import { operator } from '@portico/contract/operator.ts'
import { team } from '@portico/contract/team.ts'
import { DAY_MS, MINUTE_MS, monthStart } from '@portico/contract/time.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { accountLogins, readApiPassword } from '#access/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import { bookGift, openMeter } from '#ledger/index.ts'
import { addMember } from '#team/members.ts'
import type { TestApp } from '#testing/app.ts'
import { LIVE, LIVE_MICROS, openCustomer, search } from '#testing/gateway/customer.ts'
import { openPage } from '#testing/live/stream.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls, liveCall } from '#testing/usage/calls.ts'
import { savePreferences } from '#users/index.ts'
import { runBudgets } from './index.ts'

vi.setConfig({ testTimeout: 60_000 })
const ACCOUNT = { login: null, tag: null }
const REFUSED = [402, CODE.ok, CODE.costLimit]

const site = sharedApp()
let second: Awaited<ReturnType<TestApp['sibling']>>

beforeAll(async () => {
  second = await site.sibling()
})

async function openOwner(usd = 10) {
  const customer = await openCustomer(site, { usd })
  const browser = await site.signedIn(customer.login)
  const save = (budget: { login: string | null; tag: string | null }, soft: number | null, hard: number | null) =>
    browser.must(budgets.saveBudget, { ...budget, soft_micros: soft, hard_micros: hard })
  return { ...customer, browser, save }
}
type Owner = Awaited<ReturnType<typeof openOwner>>

/** A second login of the account, with money of its own. */
async function addMachine({ browser, user_id }: Owner) {
  const { login } = await browser.must(access.addMachineLogin, { name: `machine${user_id}` })
  const found = (await accountLogins(site.ctx, user_id)).find((one) => one.login === login)
  if (!found) throw new Error('no machine login')
  await bookGift(site.ctx, {
    id: crypto.randomUUID(),
    login_id: found.id,
    amount_micros: 1_000_000,
    memo: 'x',
    actor: 'test',
  })
  const password = await readApiPassword(site.ctx, { login_id: found.id, member_id: null })
  return {
    login,
    login_id: found.id,
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
  }
}

const USAGE = {
  method: 'live' as const,
  priority: 1 as const,
  path: LIVE,
  status_code: CODE.ok,
  http_status: 200,
  results: 1,
  time_ms: 1,
  ip: '',
}
const tagged = (tag: string) => search().map((task) => ({ ...task, tag }))
let word = 0
const calls = () => ({ body: search(`word ${word++}`) })

test('a hard line of the account holds to the micro over its logins and two processes; another account is not touched', async () => {
  const [one, other] = [await openOwner(), await openOwner()]
  const machine = await addMachine(one)
  await one.save(ACCOUNT, null, 5 * LIVE_MICROS + 1)
  const tries = Array.from({ length: 12 }, (_, n) =>
    one.codes(LIVE, {
      ...calls(),
      ...(n % 3 === 0 && { headers: machine.headers }),
      app: n % 2 === 0 ? site.app : second.app,
    }),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((codes) => codes[2] === CODE.ok)).toHaveLength(5)
  expect(outcomes.filter((codes) => codes[2] === CODE.costLimit)).toHaveLength(7)
  expect((await one.codes(LIVE, { ...calls(), headers: machine.headers })).at(-1)).toBe(REFUSED.at(-1))
  const { body } = await one.call(LIVE, calls())
  expect(body?.tasks?.[0]?.status_message).toMatch(
    /monthly budget: the limit of \$0\.010001 is reached.*first of the month/,
  )
  expect((await other.codes(LIVE, calls())).at(-1)).toBe(CODE.ok)
  const [shown] = (await one.browser.must(budgets.getBudgets, {})).budgets
  expect(shown).toMatchObject({ spent_micros: 5 * LIVE_MICROS, is_reached: true })
  // Raised, the next call goes through.
  await one.save(ACCOUNT, null, 6 * LIVE_MICROS)
  expect((await one.codes(LIVE, calls())).at(-1)).toBe(CODE.ok)
  expect((await one.codes(LIVE, calls())).at(-1)).toBe(CODE.costLimit)
})

test('a hard line with leases of money refuses nothing that could be paid, and admits nothing beyond it', async () => {
  const one = await openOwner()
  const machine = await addMachine(one)
  await one.save(ACCOUNT, null, 400 * 1000)
  const leases = () => ({ listen: site.database.listen })
  const meters = [openMeter(site.ctx, { leases: leases() }), openMeter(second.ctx, { leases: leases() })]
  let ok = 0
  for (let round = 0; round < 30; round++) {
    const holds = Array.from({ length: 20 }, async (_, n) => {
      const meter = meters[n % 2] ?? openMeter(site.ctx)
      const login_id = n % 4 === 0 ? machine.login_id : one.login_id
      const call = { login_id, api: 'serp', function: 'google/organic' }
      const id = newCallId(site.clock.now())
      const held = await meter.hold({ id, ...call, amount_micros: 1000 })
      if (!held.ok) return
      await meter.settle({ id, cost_micros: 1000, usage: { ...call, ...USAGE } })
      ok += 1
    })
    await Promise.all(holds)
  }
  for (const meter of meters) await meter.close()
  expect(ok).toBe(400)
})

test('a hard line that is set while money is on lease recalls it: no call passes the line after it was saved', async () => {
  const one = await openOwner()
  const machine = await addMachine(one)
  const meter = openMeter(site.ctx, { leases: { listen: site.database.listen } })
  let spent = 0
  const call = async (login_id: number) => {
    const id = newCallId(site.clock.now())
    const facts = { login_id, api: 'serp', function: 'google/organic' }
    if (!(await meter.hold({ id, ...facts, amount_micros: 1000 })).ok) return
    spent += 1000
    await meter.settle({ id, cost_micros: 1000, usage: { ...facts, ...USAGE } })
  }
  const burst = (count: number) => Promise.all(Array.from({ length: count }, () => call(one.login_id)))
  for (let round = 0; round < 8; round++) await burst(25)
  const leases = () => meter.leases() ?? { taken: 0, recalled: 0 }
  expect(leases().taken).toBeGreaterThan(0)
  const { recalled } = leases()
  await burst(25)
  const most = spent + 3000
  await one.save(ACCOUNT, null, most)
  await vi.waitFor(() => expect(leases().recalled).toBeGreaterThan(recalled))
  await burst(20)
  await call(machine.login_id)
  await meter.close()
  expect(spent).toBe(most)
})

test('a budget of a login and one of the account of the same amount differ in message and state', async () => {
  const one = await openOwner()
  const machine = await addMachine(one)
  await one.save({ login: machine.login, tag: null }, null, LIVE_MICROS + 1)
  await one.save(ACCOUNT, null, 4 * LIVE_MICROS + 1)
  const viaMachine = { headers: machine.headers }
  await one.call(LIVE, { ...calls(), ...viaMachine })
  const { body } = await one.call(LIVE, { ...calls(), ...viaMachine })
  expect(body?.tasks?.[0]?.status_message).toContain('Your monthly budget for this login: the limit of $0.002001 is')
  await one.save(ACCOUNT, null, LIVE_MICROS + 1)
  const reached = async () =>
    (await one.browser.must(budgets.getBudgets, {})).budgets.map(({ login, is_reached }) => [login, is_reached])
  expect(await reached(), 'the refusal was by the budget of the login').toEqual([
    [null, false],
    [machine.login, true],
  ])
  const own = await one.call(LIVE, calls())
  expect(own.body?.tasks?.[0]?.status_message).toContain('Your monthly budget: the limit of $0.002001 is')
  expect(await reached()).toEqual([
    [null, true],
    [machine.login, true],
  ])
})

test('a new budget does not replace another one unseen, and the log names what changed of which', async () => {
  const one = await openOwner()
  const tag = { login: null, tag: 'winter' }
  await one.save(tag, 3, 9)
  const again = await one.browser.call(budgets.saveBudget, { ...tag, soft_micros: 4, hard_micros: 9, seen: null })
  expect(again).toMatchObject({ status: 409, body: { code: 'values_changed' } })
  await one.save(tag, 4, 9)
  const { rows } = await one.browser.must(access.getAccessActivity, { kind: 'settings' })
  const named = { field: 'tag', after: 'winter' }
  expect(rows.filter(({ action }) => action === 'budget_changed').map(({ facts }) => facts)).toEqual([
    [named, { field: 'soft_micros', before: 3, after: 4 }],
    [named, { field: 'soft_micros', before: null, after: 3 }, { field: 'hard_micros', before: null, after: 9 }],
  ])
})

test('a hard line of a login or a tag refuses only its own calls; calls with the tag before the budget count, but for what was refunded', async () => {
  const one = await openOwner()
  const machine = await addMachine(one)
  const { headers } = await one.call(LIVE, { body: tagged('winter') })
  await one.call(LIVE, { body: tagged('winter') })
  const refund = { call: String(headers['x-request-id']), reason: 'a test', by: 'test' }
  expect((await site.operator(operator.refundCall, refund)).status).toBe(200)
  await one.save({ login: machine.login, tag: null }, null, LIVE_MICROS)
  await one.save({ login: null, tag: 'winter' }, null, 2 * LIVE_MICROS)
  site.clock.forward(2000)
  const viaMachine = { headers: machine.headers }
  expect((await one.codes(LIVE, { ...calls(), ...viaMachine })).at(-1)).toBe(CODE.ok)
  expect((await one.codes(LIVE, { ...calls(), ...viaMachine })).at(-1)).toBe(CODE.costLimit)
  expect((await one.codes(LIVE, { body: tagged('summer') })).at(-1)).toBe(CODE.ok)
  expect((await one.codes(LIVE, { body: tagged('winter') })).at(-1)).toBe(CODE.ok)
  const { body } = await one.call(LIVE, { body: tagged('winter') })
  expect(body?.tasks?.[0]?.status_message).toContain('for the tag winter is reached')
  expect((await one.codes(LIVE, calls())).at(-1)).toBe(CODE.ok)
  const list = await one.browser.must(budgets.getBudgets, {})
  expect(list.budgets.map(({ login, tag, spent_micros }) => [login, tag, spent_micros])).toEqual([
    [machine.login, null, LIVE_MICROS],
    [null, 'winter', 2 * LIVE_MICROS],
  ])
  expect(list.tags.toSorted()).toEqual(['summer', 'winter'])
})

test('the question what a month would have cost as tasks counts what cannot be had as tasks as it was paid', async () => {
  const { login, login_id, browser } = await openOwner()
  const at = new Date(monthStart(site.clock.now(), -1).getTime() + DAY_MS)
  const booked = [
    ['google/organic', LIVE_MICROS],
    ['live/only', 7_000],
  ] as const
  await bookCalls(
    site.ctx,
    booked.map(([name, cost_micros]) =>
      liveCall({ login_id, login, at }, { api: 'serp', function: name, cost_micros }),
    ),
  )
  const { functions, ...sums } = await browser.must(budgets.costAsTasks, {})
  expect(functions.map((one) => [one.function, one.live_micros, one.tasks_micros])).toEqual([
    ['serp/live/only', 7_000, null],
    ['serp/google/organic', LIVE_MICROS, 600],
  ])
  expect(sums).toMatchObject({ live_micros: 7_000 + LIVE_MICROS, tasks_micros: 7_000 + 600 })
})

/** What a person finds behind the bell. */
const titles = async (browser: ReturnType<TestApp['browser']>) =>
  (await browser.must(inbox.getInbox, {})).items.map(({ title, account }) => [title, account])

const budgetMails = async (to: Owner) =>
  (await site.mails(to.login)).filter(({ template }) => template === 'alert_budget').map(({ data }) => data)

test('a forecast is reported also after the soft line, and a soft line not after the hard one', async () => {
  const [one, other] = [await openOwner(), await openOwner()]
  await one.save(ACCOUNT, 2 * LIVE_MICROS, 10 * LIVE_MICROS)
  for (let n = 0; n < 2; n++) await one.call(LIVE, calls())
  await runBudgets(site.ctx)
  expect(await budgetMails(one)).toMatchObject([{ line: 'soft', forecast_micros: null }])
  // A refusal passes the hard line before the soft one is reached.
  await other.save(ACCOUNT, 2 * LIVE_MICROS, 2 * LIVE_MICROS + 1)
  await other.call(LIVE, calls())
  const dear = { body: [{ ...search('dear')[0], depth: 200 }] }
  expect((await other.codes(LIVE, dear)).at(-1)).toBe(CODE.costLimit)
  site.clock.forward(MINUTE_MS)
  await runBudgets(site.ctx)
  expect(await budgetMails(other)).toMatchObject([{ line: 'hard' }])
  await other.call(LIVE, calls())
  site.clock.forward(DAY_MS)
  for (const customer of [one, other]) await customer.call(LIVE, calls())
  await runBudgets(site.ctx)
  expect(await budgetMails(one)).toMatchObject([{ line: 'soft' }, { line: 'forecast', line_micros: 10 * LIVE_MICROS }])
  expect(await budgetMails(other)).toMatchObject([{ line: 'hard' }])
})

test('a dearer day is explained by function and by tag, with calls without one', async () => {
  const one = await openOwner()
  // In a session of its own: a day ends one.
  const questions = async () => {
    const browser = await site.signedIn(one.login)
    return browser.must(budgets.explainToday, {})
  }
  await one.call(LIVE, calls())
  expect((await questions()).tags, 'nothing to compare without tags').toEqual([])
  await one.call(LIVE, { body: tagged('winter') })
  site.clock.forward(DAY_MS)
  for (let n = 0; n < 3; n++) await one.call(LIVE, { body: tagged('winter') })
  await one.call(LIVE, { body: tagged('summer') })
  const { today_micros, usual_micros, causes, tags } = await questions()
  const seventh = Math.round(LIVE_MICROS / 7)
  expect([today_micros, usual_micros]).toEqual([4 * LIVE_MICROS, Math.round((2 * LIVE_MICROS) / 7)])
  expect(causes.map((cause) => [cause.function, cause.today_micros])).toEqual([
    ['serp/google/organic', 4 * LIVE_MICROS],
  ])
  expect(tags.map((cause) => [cause.tag, cause.today_micros, cause.usual_micros])).toEqual([
    ['winter', 3 * LIVE_MICROS, seventh],
    ['summer', LIVE_MICROS, 0],
    ['', 0, seventh],
  ])
  expect(tags.every((cause) => cause.by_price_micros === 0)).toBe(true)
})

test('a day is compared with the same hours of each of the seven days before, and of no other day', async () => {
  const one = await openOwner()
  const day = (ago: number, minute = 60) => new Date(midnight + minute * MINUTE_MS - ago * DAY_MS)
  site.clock.forward(DAY_MS - (site.clock.now().getTime() % DAY_MS))
  const midnight = site.clock.now().getTime()
  site.clock.forward(2 * 60 * MINUTE_MS + 20_000)
  // Each in a figure of its own, so that the sum reveals which of them counted.
  const booked = [
    ...Array.from({ length: 9 }, (_, ago) => [day(ago), 10 ** ago] as const),
    // The minute that has begun counts on every day, and the next one on none.
    [day(3, 2 * 60), 20_000],
    [day(3, 2 * 60 + 1), 500_000_000],
    [day(3, 0), 200_000],
    [day(7, 0), 30_000_000],
    [new Date(day(7, 0).getTime() - 1), 500_000_000],
  ] as const
  const call = { login_id: one.login_id, login: one.login }
  await bookCalls(
    site.ctx,
    booked.map(([at, cost_micros]) => liveCall({ ...call, at }, { cost_micros })),
  )
  const browser = await site.signedIn(one.login)
  const usual = 11_111_110 + 20_000 + 200_000 + 30_000_000
  expect(await browser.must(budgets.explainToday, {})).toMatchObject({
    hours: 2,
    today_micros: 1,
    usual_micros: Math.round(usual / 7),
  })
})

test('each line is reported once a month to whom it concerns, by two processes, and after a time without any', async () => {
  const [one, other] = [await openOwner(), await openOwner()]
  const muted = await openOwner()
  const developer = await openOwner()
  await addMember(site.ctx, { owner_id: one.user_id, user_id: muted.user_id, role: 'finance', cap_micros: null })
  await addMember(site.ctx, { owner_id: other.user_id, user_id: muted.user_id, role: 'admin', cap_micros: null })
  await addMember(site.ctx, { owner_id: one.user_id, user_id: developer.user_id, role: 'developer', cap_micros: null })
  await savePreferences(site.ctx, muted.user_id, { news: 1, offers: 1, reports: 1, triggers: 0 })
  const run = async () => {
    site.clock.forward(MINUTE_MS)
    await Promise.all([site, second, site, second].map(({ ctx }) => runBudgets(ctx)))
  }
  await one.save(ACCOUNT, 2 * LIVE_MICROS, 4 * LIVE_MICROS)
  await other.save(ACCOUNT, 3 * LIVE_MICROS, null)
  for (const customer of [one, one, other]) await customer.call(LIVE, calls())
  await run()
  expect(await budgetMails(one)).toMatchObject([{ line: 'soft', spent_micros: 2 * LIVE_MICROS }])
  expect(await budgetMails(other)).toEqual([])
  await run()
  for (const customer of [one, one, one, other, other]) await customer.call(LIVE, calls())
  await run()
  await run()
  expect(await budgetMails(one)).toMatchObject([{ line: 'soft' }, { line: 'hard' }])
  expect(await budgetMails(other)).toMatchObject([{ line: 'soft', of: 'account' }])
  // A person of both teams finds all three in one inbox, with their accounts; mail was turned off.
  const both = await titles(muted.browser)
  expect(both).toHaveLength(3)
  expect(new Set(both.map(([, account]) => account)).size).toBe(2)
  expect(await budgetMails(muted)).toEqual([])
  expect(await titles(developer.browser)).toEqual([])
  expect((await muted.browser.must(inboxCount.getUnread, {})).unread).toBe(3)
  // Who has left a team sees nothing of it.
  await other.browser.must(team.removeMember, { user_id: muted.user_id })
  expect(await titles(muted.browser)).toHaveLength(2)
  // Nothing ran at the end of the month: what was passed in it is reported, and the new month begins with nothing.
  await other.save(ACCOUNT, 4 * LIVE_MICROS, null)
  await other.call(LIVE, calls())
  expect((await one.codes(LIVE, calls())).at(-1)).toBe(CODE.costLimit)
  site.clock.forward(40 * DAY_MS)
  expect((await one.codes(LIVE, calls())).at(-1), 'a new month has the whole budget').toBe(CODE.ok)
  await run()
  await run()
  expect(await budgetMails(other)).toMatchObject([
    { line: 'soft', line_micros: 3 * LIVE_MICROS, period: '2026-03' },
    { line: 'soft', line_micros: 4 * LIVE_MICROS, period: '2026-03', forecast_micros: null },
  ])
  const later = await site.signedIn(other.login)
  expect((await later.must(budgets.getBudgets, {})).budgets).toMatchObject([{ spent_micros: 0 }])
})

test('a call of the last minutes of a month that is booked in the next is reported, unless the budget is younger', async () => {
  const [one, other] = [await openOwner(), await openOwner()]
  await one.save(ACCOUNT, 1000, null)
  const month = site.clock.now().toISOString().slice(0, 7)
  const end_ms = monthStart(site.clock.now(), 1).getTime()
  site.clock.forward(end_ms - 10_000 - site.clock.now().getTime())
  const meter = openMeter(site.ctx)
  const begun = [one, other].map(({ login_id }) => ({
    id: newCallId(site.clock.now()),
    facts: { login_id, api: 'serp', function: 'google/organic' },
  }))
  for (const { id, facts } of begun) await meter.hold({ id, ...facts, amount_micros: 1000 })
  site.clock.forward(30_000)
  await runBudgets(site.ctx)
  const later = await site.signedIn(other.login)
  await later.must(budgets.saveBudget, { ...ACCOUNT, soft_micros: 1000, hard_micros: null })
  for (const { id, facts } of begun) await meter.settle({ id, cost_micros: 1000, usage: { ...facts, ...USAGE } })
  await meter.close()
  site.clock.forward(MINUTE_MS)
  await runBudgets(site.ctx)
  const ofMonth = async (to: Owner) => (await budgetMails(to)).filter((data) => JSON.stringify(data).includes(month))
  expect(await ofMonth(one)).toMatchObject([{ line: 'soft', spent_micros: 1000 }])
  expect(await ofMonth(other)).toEqual([])
})

test('an inbox is marked read up to what was shown; what came since stays unread', async () => {
  const one = await openOwner()
  await one.save(ACCOUNT, LIVE_MICROS, 3 * LIVE_MICROS)
  await one.call(LIVE, calls())
  await runBudgets(site.ctx)
  const { items } = await one.browser.must(inbox.getInbox, {})
  for (let n = 0; n < 2; n++) await one.call(LIVE, calls())
  site.clock.forward(MINUTE_MS)
  await runBudgets(site.ctx)
  const shown = items[0]?.id ?? 0
  const tab = await openPage(site.app, one.browser, { query: '' })
  await expect.poll(tab.changes).not.toEqual([])
  expect(await one.browser.must(inbox.markRead, { id: shown, all_before: true })).toEqual({ unread: 1 })
  await expect.poll(() => tab.text).toContain('event: inbox')
  tab.leave()
  const stranger = await openOwner()
  const newest = (await one.browser.must(inbox.getInbox, {})).items[0]?.id ?? 0
  expect(newest).toBeGreaterThan(shown)
  await stranger.browser.must(inbox.markRead, { id: newest, all_before: true })
  expect(await one.browser.must(inboxCount.getUnread, {})).toEqual({ unread: 1 })
})

test.each([
  ['no line at all', { ...ACCOUNT, soft_micros: null, hard_micros: null }, 'soft_micros'],
  ['a hard line below the soft one', { ...ACCOUNT, soft_micros: 2, hard_micros: 2 }, 'hard_micros'],
  [
    'a login of another account',
    { login: 'nobody@example.com', tag: null, soft_micros: 1, hard_micros: null },
    'login',
  ],
  ['an amount of nothing', { ...ACCOUNT, soft_micros: 0, hard_micros: null }, 'soft_micros'],
])('a budget with %s is refused with its field', async (_what, budget, field) => {
  const one = await openOwner()
  const { body } = await one.browser.call(budgets.saveBudget, budget)
  expect(JSON.stringify(body)).toContain(field)
  expect((await one.browser.must(budgets.getBudgets, {})).budgets).toEqual([])
})
