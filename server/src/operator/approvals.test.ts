import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { APPROVABLE } from '@portico/contract/operator-approvals.ts'
import { securityLog } from '@portico/contract/security-log.ts'
import type { StaffRole } from '@portico/contract/staff-permissions.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkAudit } from '#audit/index.ts'
import { balanceOf } from '#ledger/index.ts'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Browser = ReturnType<TestApp['browser']>
type Member = Awaited<ReturnType<TestApp['addStaff']>>
const ABOVE = 60_000_000
const LOGIN = 'customer@example.com'
const DAY_MS = 24 * 60 * 60 * 1000

const app = sharedApp({ settings: { CONFIRM_ABOVE: '50' } })
let login_id = 0
let customer_id = 0
const people = {} as Record<'fay' | 'finn' | 'ada' | 'sue' | 'reed', { member: Member; browser: Browser }>
const ROLES: Record<keyof typeof people, StaffRole> = {
  fay: 'finance',
  finn: 'finance',
  ada: 'admin',
  sue: 'support',
  reed: 'read_only',
}

beforeAll(async () => {
  customer_id = (await app.addUser({ email: LOGIN, name: 'Cleo Customer' })).id
  const { rows } = await app.database.owner.query(`select id from api_logins where owner_id = ${customer_id}`)
  login_id = rows[0]?.id
  for (const [name, role] of Object.entries(ROLES)) {
    const member = await app.addStaff({ email: `${name}@staff.example`, name, role })
    people[name as keyof typeof people] = { member, browser: await member.signedIn() }
  }
})
beforeEach(() => app.database.owner.query('delete from approvals'))

const gift = (amount_micros = ABOVE) => ({
  login: LOGIN,
  amount_micros,
  reason: 'a long outage',
  request_id: crypto.randomUUID(),
  by: 'x',
})
const balance = () => balanceOf(app.ctx, login_id)
const NEEDED = { status: 409, body: { code: 'approval_needed' } }

async function requested(who: Browser = people.fay.browser, amount_micros = ABOVE) {
  expect(await who.call(operator.credit, gift(amount_micros))).toMatchObject(NEEDED)
  const { approvals } = await people.ada.browser.must(operator.listApprovals, {})
  const found = approvals.at(-1)
  if (!found) throw new Error('nothing waits')
  return found
}
const decide = (who: Browser, id: string, is_approved = true) =>
  who.call(operator.decideApproval, { id, is_approved, reason: 'checked the ticket', by: 'x' })

describe('above the limit of one person nothing is done and everything waits', () => {
  test.each([[ABOVE], [-ABOVE]])('credit of %d', async (amount_micros) => {
    await app.operator(operator.credit, { ...gift(100_000_000), confirmed: true })
    const before = await balance()
    const row = await requested(people.fay.browser, amount_micros)
    expect(await balance()).toBe(before)
    expect(row).toMatchObject({
      action: 'credit',
      state: 'waiting',
      amount_micros,
      customer: { id: customer_id, email: LOGIN },
      given: { login: LOGIN, amount_micros },
      reason: 'a long outage',
      requested_by: 'fay@staff.example',
    })
    const { body } = await decide(people.finn.browser, row.id)
    expect(body).toMatchObject({
      state: 'done',
      balance_micros: before + amount_micros,
      decided_by: 'finn@staff.example',
    })
    expect(await balance()).toBe(before + amount_micros)
  })

  test('a promo code, counted by its budget', async () => {
    const promo = { code: 'SPRING', amount_micros: 1_000_000, reason: 'a fair', by: 'x' }
    const { browser } = people.fay
    expect((await browser.call(operator.addPromo, promo as never)).body).toMatchObject({
      fields: { budget_micros: expect.any(String) },
    })
    expect(await browser.call(operator.addPromo, { ...promo, budget_micros: ABOVE } as never)).toMatchObject(NEEDED)
    expect((await browser.must(operator.listPromos, {})).promos).toEqual([])
    const { approvals } = await people.ada.browser.must(operator.listApprovals, {})
    expect(approvals).toMatchObject([
      { action: 'addPromo', customer: null, given: { code: 'SPRING', budget_micros: ABOVE } },
    ])
    expect((await decide(people.ada.browser, approvals[0]?.id ?? '')).body).toMatchObject({
      state: 'done',
      failure: null,
    })
    expect((await browser.must(operator.listPromos, {})).promos).toMatchObject([
      { code: 'SPRING', budget_micros: ABOVE },
    ])
  })

  test('a wire of a customer', async () => {
    await app.database.owner.query(
      `insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, amount_micros, created_at, changed_at, origin)
        values (gen_random_uuid(), 'P-WIRE-1', ${customer_id}, ${login_id}, 'wire', 'top_up', ${ABOVE}, now(), now(), 'http://x')`,
    )
    const before = await balance()
    const wire = { reference: 'P-WIRE-1', amount_micros: ABOVE, reason: 'statement of Monday', by: 'x' }
    expect(await people.fay.browser.call(operator.confirmWire, wire)).toMatchObject(NEEDED)
    expect(await balance()).toBe(before)
    const { approvals } = await people.ada.browser.must(operator.listApprovals, {})
    expect((await decide(people.finn.browser, approvals[0]?.id ?? '')).body).toMatchObject({ state: 'done' })
    expect(await balance()).toBe(before + ABOVE)
    const wrong = { ...wire, reference: 'P-WIRE-2' }
    expect((await people.fay.browser.call(operator.confirmWire, wrong)).body).toMatchObject({ code: 'unknown_order' })
  })

  test('what could not be done is refused at once and does not wait', async () => {
    const { browser } = people.fay
    const answers = [
      await browser.call(operator.credit, { ...gift(), login: 'no-such-login' }),
      await browser.call(operator.credit, gift(-900_000_000)),
      await browser.call(operator.credit, gift(0)),
    ]
    for (const { body } of answers) expect(body).not.toMatchObject({ code: 'approval_needed' })
    expect((await browser.must(operator.listApprovals, {})).approvals).toEqual([])
  })

  test('every action that has a limit is one that can be approved', () => {
    for (const name of APPROVABLE) expect(operator[name].staff, name).toBeDefined()
  })
})

test('a press sent twice waits once, and a second gift waits beside it', async () => {
  const { browser } = people.fay
  const sent = gift()
  for (let at = 0; at < 2; at += 1) expect(await browser.call(operator.credit, sent)).toMatchObject(NEEDED)
  await browser.call(operator.credit, gift())
  expect((await browser.must(operator.listApprovals, {})).approvals).toHaveLength(2)
})

test('a waiting request is mailed once, with a link, to those who may decide it and not to the one who requested it', async () => {
  const mailed = async () => {
    const counts = Object.keys(people).map(async (name) => {
      const mails = await app.mails(`${name}@staff.example`)
      return [name, mails.filter(({ template }) => template === 'approval_waiting').length] as const
    })
    return Object.fromEntries(await Promise.all(counts))
  }
  const before = await mailed()
  const sent = gift()
  for (let at = 0; at < 2; at += 1) expect(await people.finn.browser.call(operator.credit, sent)).toMatchObject(NEEDED)
  const after = await mailed()
  const more = Object.keys(people).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])
  expect(Object.fromEntries(more)).toEqual({ fay: 1, finn: 0, ada: 1, sue: 0, reed: 0 })
  expect((await app.mails('ada@staff.example')).at(-1)).toMatchObject({
    data: {
      requester: 'finn@staff.example',
      action: 'credit',
      amount_micros: ABOVE,
      reason: 'a long outage',
      link: expect.stringMatching(/\/operator\/approvals$/),
    },
  })
})

test('staff never approve their own request, in no tab, and may withdraw it', async () => {
  const row = await requested()
  expect((await decide(people.fay.browser, row.id)).body).toMatchObject({ code: 'own_request' })
  const second = await people.fay.member.signedIn()
  expect((await decide(second, row.id)).body).toMatchObject({ code: 'own_request' })
  await expect(
    app.database.owner.query(
      `update approvals set decision = 'approved', decided_by = requested_by, decided_at = now()`,
    ),
  ).rejects.toThrow(/check/)
  expect((await decide(people.fay.browser, row.id, false)).body).toMatchObject({ state: 'rejected' })
})

test('only a role that has the action itself approves it', async () => {
  const row = await requested()
  expect((await decide(people.sue.browser, row.id)).body).toMatchObject({ code: 'unknown_approval' })
  expect((await decide(people.reed.browser, row.id)).status).toBe(404)
  const seen = async (browser: Browser) => (await browser.must(operator.listApprovals, {})).approvals.length
  expect([await seen(people.sue.browser), await seen(people.reed.browser), await seen(people.finn.browser)]).toEqual([
    0, 1, 1,
  ])
  const answer = await app.operator(operator.decideApproval, {
    id: row.id,
    is_approved: true,
    reason: 'by command',
    by: 'x',
  })
  expect(answer.body).toMatchObject({ code: 'staff_only' })
  expect((await people.ada.browser.must(operator.listApprovals, {})).approvals).toMatchObject([{ state: 'waiting' }])
})

test('an approval wants a fresh code and a reason', async () => {
  const row = await requested()
  const browser = await people.finn.member.signedIn()
  const sent = { id: row.id, is_approved: true, by: 'x' }
  expect((await browser.call(operator.decideApproval, sent as never)).body).toMatchObject({
    fields: { reason: expect.any(String) },
  })
  app.clock.forward(6 * 60_000)
  expect((await decide(browser, row.id)).body).toMatchObject({ code: 'factor_needed' })
  await browser.must(auth.confirmFactor, { code: people.finn.member.code() })
  expect((await decide(browser, row.id)).body).toMatchObject({ state: 'done' })
  for (const person of Object.values(people)) person.browser = await person.member.signedIn()
})

test('two staff who approve at the same moment, each in two tabs, run it once', async () => {
  const before = await balance()
  const rows = await Promise.all(Array.from({ length: 5 }, () => people.fay.browser.call(operator.credit, gift())))
  expect(rows).toMatchObject(Array.from({ length: 5 }, () => NEEDED))
  const { approvals } = await people.ada.browser.must(operator.listApprovals, {})
  expect(approvals).toHaveLength(5)
  const tabs = [
    people.finn.browser,
    people.ada.browser,
    await people.finn.member.signedIn(),
    await people.ada.member.signedIn(),
  ]
  for (const [round, { id }] of approvals.entries()) {
    // In every second round one of the tabs rejects instead.
    const answers = await Promise.all(tabs.map((tab, at) => decide(tab, id, at !== 3 || round % 2 === 0)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => 'code' in body && body.code === 'already_decided')).toHaveLength(3)
  }
  const { approvals: over } = await people.ada.browser.must(operator.listApprovals, { show: 'over' })
  const done = over.filter(({ state }) => state === 'done').length
  expect(done).toBeGreaterThanOrEqual(3)
  expect(await balance()).toBe(before + done * ABOVE)
})

test('a request runs out after a day, and the same can be requested again', async () => {
  const sent = gift()
  const { browser } = people.fay
  await browser.call(operator.credit, sent)
  const [row] = (await browser.must(operator.listApprovals, {})).approvals
  app.clock.forward(DAY_MS + 1)
  for (const person of Object.values(people)) person.browser = await person.member.signedIn()
  expect((await decide(people.finn.browser, row?.id ?? '')).body).toMatchObject({ code: 'already_decided' })
  expect((await people.fay.browser.must(operator.listApprovals, {})).approvals).toEqual([])
  expect(await people.fay.browser.call(operator.credit, sent)).toMatchObject(NEEDED)
  const both = async (show: 'waiting' | 'over') =>
    (await people.fay.browser.must(operator.listApprovals, { show })).approvals.map(({ state }) => state)
  expect([await both('waiting'), await both('over')]).toEqual([['waiting'], ['expired']])
})

test('an approved action that cannot be done any more shows why, and is not tried again', async () => {
  const before = await balance()
  const row = await requested(people.fay.browser, -ABOVE)
  const spent = { ...gift(-before), confirmed: true }
  expect((await app.operator(operator.credit, spent)).status).toBe(200)
  expect((await decide(people.finn.browser, row.id)).body).toMatchObject({
    state: 'failed',
    failure: { text: 'This is more than the balance.' },
  })
  expect(await balance()).toBe(0)
  expect((await decide(people.ada.browser, row.id)).body).toMatchObject({ code: 'already_decided' })
  await app.operator(operator.credit, { ...gift(before), confirmed: true })
})

test('the request of a colleague who lost the role is not run', async () => {
  const leaver = await app.addStaff({ email: 'leaver@staff.example', role: 'finance' })
  const row = await requested(await leaver.signedIn())
  await app.operator(operator.setStaffRole, { email: leaver.email, role: 'support', reason: 'moved', by: 'x' })
  expect((await decide(people.finn.browser, row.id)).body).toMatchObject({ code: 'requester_lacks_role' })
  expect((await decide(people.finn.browser, row.id, false)).body).toMatchObject({ state: 'rejected' })
})

test('an action that was interrupted is shown as unclear, not as done', async () => {
  const row = await requested()
  await app.database.owner.query(
    `update approvals set decision = 'approved', decided_by = ${people.finn.member.id}, decided_at = '${app.clock.now().toISOString()}'`,
  )
  const state = async () =>
    (await people.ada.browser.must(operator.listApprovals, { show: 'over' })).approvals.find(({ id }) => id === row.id)
      ?.state
  expect(await state()).toBe('running')
  app.clock.forward(11 * 60_000)
  expect(await state()).toBe('unclear')
})

test('both persons are in the audit log, and the customer reads of the action alone', async () => {
  for (const person of Object.values(people)) person.browser = await person.member.signedIn()
  const row = await requested()
  await decide(people.finn.browser, row.id)
  const { rows } = await people.ada.browser.must(operator.listAudit, { limit: '3' })
  const [fay, finn] = [people.fay.member.id, people.finn.member.id]
  expect(rows.map(({ actor, action, detail }) => ({ actor, action, detail }))).toMatchObject([
    {
      actor: `staff:${fay}`,
      action: 'credited',
      detail: { approved_by: finn, reason: 'a long outage', before_balance_micros: expect.any(Number) },
    },
    { actor: `staff:${finn}`, action: 'approval_given', detail: { requested_by: fay, reason: 'checked the ticket' } },
    {
      actor: `staff:${fay}`,
      action: 'approval_requested',
      detail: { kind: 'credit', amount_micros: ABOVE, reason: 'a long outage' },
    },
  ])
  expect((await checkAudit(app.ctx)).broken).toEqual([])
  const customer = await app.signedIn(LOGIN)
  const log = await customer.must(securityLog.getSecurityLog, {})
  expect(log.rows.map(({ action }) => action).filter((action) => action.startsWith('approval'))).toEqual([])
  expect(log.rows.find(({ action }) => action === 'credited')).toMatchObject({ who: 'fay', reason: 'a long outage' })
  expect(JSON.stringify(log)).not.toContain('checked the ticket')
})
