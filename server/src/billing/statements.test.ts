import { access } from '@portico/contract/access.ts'
import { billing } from '@portico/contract/billing.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { bookGift } from '#ledger/index.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { attachDocuments, mailStatements } from './index.ts'

const it = sharedApp()

let people = 0
async function customer(is_on = true) {
  people += 1
  const email = `statement-${people}@example.com`
  const { id } = await it.addUser({ email, name: 'Sam', can_pay: true })
  const browser = await it.signedIn(email, { ip: `198.51.100.${people}` })
  const [own] = await accountLogins(it.ctx, id)
  const give = (login_id = own?.id ?? 0) =>
    bookGift(it.ctx, { id: crypto.randomUUID(), login_id, amount_micros: 5_000_000, memo: 'for a test', actor: 'test' })
  if (is_on) await browser.must(billing.setStatements, { is_on })
  const mails = async (to = email) => (await it.mails(to)).filter(({ template }) => template === 'statement')
  const signInAgain = async () => {
    browser.cookies.clear()
    await browser.signIn(email)
  }
  return { id, email, browser, give, mails, signInAgain }
}

/** The first of the month after, at this hour. */
function toNextMonth(hour = 0) {
  const now = it.clock.now()
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, hour)
  it.clock.forward(first - now.getTime())
}

test('the statement of a month is mailed once on the first of the next, whichever process runs and however often', async () => {
  const one = await customer()
  await one.give()
  const month = it.clock.now().toISOString().slice(0, 7)
  await mailStatements(it.ctx)
  expect(await one.mails()).toEqual([])
  toNextMonth()
  const other = await it.sibling()
  await Promise.all([it, other, it, other].map(({ ctx }) => mailStatements(ctx)))
  await mailStatements(other.ctx)
  const [mail, ...more] = await one.mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ data: { month, owner_id: one.id, name: 'Sam' } })
})

test('a server that was down on the first mails the statement later in the month, and not the months before', async () => {
  const one = await customer()
  await one.give()
  toNextMonth()
  it.clock.forward(40 * DAY_MS)
  await mailStatements(it.ctx)
  expect(await one.mails()).toHaveLength(1)
})

test('an account that turns statements on gets none of the months before, and one that turns them off none at all', async () => {
  const [late, off] = [await customer(false), await customer()]
  for (const one of [late, off]) await one.give()
  toNextMonth()
  for (const one of [late, off]) await one.signInAgain()
  await late.browser.must(billing.setStatements, { is_on: true })
  await off.browser.must(billing.setStatements, { is_on: false })
  await mailStatements(it.ctx)
  expect([...(await late.mails()), ...(await off.mails())]).toEqual([])
  expect((await late.browser.must(billing.getDetails, {})).has_statements).toBe(true)
  const { rows } = await it.database.pool.query(
    `select action from audit_log where user_id = $1 and action like 'statements_%' order by id`,
    [off.id],
  )
  expect(rows).toEqual([{ action: 'statements_on' }, { action: 'statements_off' }])
})

test('the statement goes to the invoice addresses in the language of the owner, with a PDF for each login that had money', async () => {
  const one = await customer()
  await one.browser.must(billing.saveDetails, { ...GERMAN, country: 'US', invoice_emails: 'books@gross.example' })
  expect((await one.browser.must(billing.getDetails, {})).has_statements, 'saved details keep the choice').toBe(true)
  await one.browser.must(users.setLanguage, { language: 'de' })
  await one.browser.must(access.addMachineLogin, { name: 'idle' })
  const { login } = await one.browser.must(access.addMachineLogin, { name: 'etl' })
  const machine = (await accountLogins(it.ctx, one.id)).find((row) => row.login === login)
  await one.give()
  await one.give(machine?.id)
  toNextMonth()
  await mailStatements(it.ctx)
  expect(await one.mails()).toEqual([])
  const [mail] = await one.mails('books@gross.example')
  expect(mail).toMatchObject({ language: 'de', data: { name: '' } })
  const files = await attachDocuments(it.ctx)('statement', mail?.data as never)
  expect(files?.map(({ name }) => name.replace(/^statement-\d{4}-\d\d-/, ''))).toEqual([
    `${one.email.replace('@', '_')}.pdf`,
    expect.stringMatching(/etl.*\.pdf$/),
  ])
  const month = String(mail?.data.month)
  const last_day = utcDay(new Date(it.clock.now().getTime() - 1))
  const days = Buffer.from(`${month}-01 – ${last_day}`, 'utf16le').swap16().toString('latin1')
  for (const { content } of files ?? []) {
    expect(content.toString('latin1'), 'the title has first and last day').toContain(days)
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(content.toString('latin1')).toContain('/Lang (de)')
  }
})

test('an account without money gets no statement, and one without billing details must enter them first', async () => {
  const empty = await customer()
  toNextMonth()
  await mailStatements(it.ctx)
  expect(await empty.mails()).toEqual([])
  await it.addUser({ email: 'none@example.com' })
  const browser = await it.signedIn('none@example.com')
  const { body } = await browser.call(billing.setStatements, { is_on: true })
  expect(body).toMatchObject({ code: 'billing_details_needed' })
})
