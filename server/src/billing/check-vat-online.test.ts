import { randomUUID } from 'node:crypto'
import { billing } from '@portico/contract/billing.ts'
import type { DetailsValues } from '@portico/contract/billing-details.ts'
import { payments } from '@portico/contract/payments.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { openTestVies, type TestVies, type ViesBehaviour } from '#testing/integrations/vies.ts'
import { recheckVatNumbers, taxFor } from './index.ts'

const DETAILS: DetailsValues = { ...GERMAN, vat_id: 'DE136695976' }
const DOWN: ViesBehaviour = { error: 'MS_UNAVAILABLE' }

let vies: TestVies
let it: TestApp
beforeAll(async () => {
  vies = await openTestVies()
  it = await openTestApp({ settings: { VAT_CHECK: 'vies', VAT_CHECK_URL: `${vies.url}/`, VAT_CHECK_DAYS: '60' } })
})
afterAll(async () => {
  await it.close()
  await vies.close()
})
beforeEach(() => {
  vies.state.behaviour = 'valid'
  vies.requests.length = 0
})

let people = 0
async function customer(app: Pick<TestApp, 'addUser' | 'signedIn'> = it) {
  people += 1
  const email = `vat-${people}@example.com`
  const { id } = await app.addUser({ email })
  const browser = await app.signedIn(email, { ip: `198.51.100.${people}` })
  const quote = async () => (await browser.must(payments.quote, { amount_micros: 100_000_000 })).tax
  const signInAgain = async () => {
    browser.cookies.clear()
    await browser.signIn(email)
  }
  return { id, browser, quote, signInAgain }
}

const REVERSE = { note: 'reverse_charge', tax_micros: 0 }
const TAXED = { note: 'tax', rate_bp: 1900, tax_micros: 19_000_000 }

test('a number that the register knows reverses the charge, with the consultation stored in the order as evidence', async () => {
  const { id, browser, quote } = await customer()
  const { vat } = await browser.must(billing.saveDetails, DETAILS)
  expect(vat).toEqual({
    state: 'valid',
    is_taxed: false,
    checked_at: it.clock.now().toISOString(),
    name: 'GROSSE SÖHNE GMBH',
  })
  expect((await browser.must(billing.getDetails, {})).vat).toEqual(vat)
  expect(await quote()).toMatchObject(REVERSE)
  const order = await browser.must(payments.createOrder, {
    id: randomUUID(),
    amount_micros: 50_000_000,
    tax_micros: 0,
    how: 'checkout',
  })
  const { rows } = await it.database.pool.query('select tax_facts from payment_orders where id = $1', [order.id])
  expect(rows[0].tax_facts.vat_check).toEqual({
    state: 'valid',
    checked_at: vat?.checked_at,
    consultation: expect.stringMatching(/^WAPI/),
  })
  expect((await taxFor(it.ctx, id, 50_000_000)).facts).toMatchObject({ vat_check: { state: 'valid' } })
})

test('a number that the register does not know is saved, reported and taxed', async () => {
  const { browser, quote } = await customer()
  vies.state.behaviour = 'invalid'
  const { details, vat } = await browser.must(billing.saveDetails, DETAILS)
  expect(details.vat_id).toBe('DE136695976')
  expect(vat).toMatchObject({ state: 'invalid', is_taxed: true, checked_at: it.clock.now().toISOString() })
  expect(await quote()).toMatchObject(TAXED)
})

test.each<ViesBehaviour>([DOWN, 'garbage', { error: 'GLOBAL_MAX_CONCURRENT_REQ', status: 429 }])(
  'a register that answers %j blocks no payment: tax is charged until the job has an answer',
  async (behaviour) => {
    const { browser, quote } = await customer()
    vies.state.behaviour = behaviour
    const { vat } = await browser.must(billing.saveDetails, DETAILS)
    expect(vat).toEqual({ state: 'unavailable', is_taxed: true, checked_at: null, name: '' })
    expect(await quote()).toMatchObject(TAXED)
    vies.state.behaviour = 'valid'
    await recheckVatNumbers(it.ctx)
    expect(await quote()).toMatchObject(TAXED)
    it.clock.forward(HOUR_MS)
    await recheckVatNumbers(it.ctx)
    expect(await quote()).toMatchObject(REVERSE)
  },
)

test('a valid number counts for the configured number of days while the register is down', async () => {
  const { browser, quote, signInAgain } = await customer()
  await browser.must(billing.saveDetails, DETAILS)
  vies.state.behaviour = DOWN
  it.clock.forward(59 * DAY_MS)
  await recheckVatNumbers(it.ctx)
  await signInAgain()
  expect(await quote()).toMatchObject(REVERSE)
  it.clock.forward(2 * DAY_MS)
  await recheckVatNumbers(it.ctx)
  await signInAgain()
  expect(await quote()).toMatchObject(TAXED)
  expect((await browser.must(billing.getDetails, {})).vat).toMatchObject({ state: 'unavailable' })
  const { rows } = await it.database.pool.query('select owner_id, result from vat_checks where result = $1', [
    'unavailable',
  ])
  expect(new Set(rows.map(({ owner_id }) => owner_id)).size).toBe(rows.length)
})

test('a number that expires in the register is taxed from then on, and the log notifies the operator', async () => {
  const { id, browser, quote, signInAgain } = await customer()
  await browser.must(billing.saveDetails, DETAILS)
  vies.state.behaviour = 'invalid'
  it.clock.forward(31 * DAY_MS)
  await recheckVatNumbers(it.ctx)
  await signInAgain()
  expect(await quote()).toMatchObject(TAXED)
  const lines = it.log_lines.filter((line) => line.includes('VAT number that was accepted is not valid'))
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 50, owner_id: id, vat_id: 'DE136695976' }),
  )
})

test('an operator can accept unchecked numbers; one that turns out invalid is taxed and reported', async () => {
  const trusting = await it.sibling({ settings: { ...SETTINGS(), VAT_UNCHECKED: 'accept' } })
  const { id, browser, quote } = await customer(trusting)
  vies.state.behaviour = DOWN
  expect((await browser.must(billing.saveDetails, DETAILS)).vat).toMatchObject({
    state: 'unavailable',
    is_taxed: false,
  })
  expect(await quote()).toMatchObject(REVERSE)
  vies.state.behaviour = 'invalid'
  it.clock.forward(HOUR_MS)
  await recheckVatNumbers(trusting.ctx)
  expect(await quote()).toMatchObject(TAXED)
  expect(trusting.log_lines.filter((line) => line.includes(`"owner_id":${id},`)).join()).toContain('is not valid')
})

const SETTINGS = () => ({ VAT_CHECK: 'vies', VAT_CHECK_URL: vies.url })

test.each([
  ['of the country of the seller', { country: 'IE', vat_id: 'IE6388047V' }],
  ['of a country outside of the register', { country: 'GB', vat_id: 'GB980780684' }],
])('a number %s is checked for its form only, without a request to the register', async (_title, change) => {
  const { browser } = await customer()
  const { vat } = await browser.must(billing.saveDetails, { ...DETAILS, ...change })
  expect(vat).toEqual({ state: 'form', is_taxed: false, checked_at: null, name: '' })
  expect(vies.requests).toEqual([])
})

test('the same number is not checked again at every save, and another one is', async () => {
  const { browser } = await customer()
  await browser.must(billing.saveDetails, DETAILS)
  await browser.must(billing.saveDetails, { ...DETAILS, po_number: '7' })
  expect(vies.requests).toHaveLength(1)
  await browser.must(billing.saveDetails, { ...DETAILS, country: 'FR', vat_id: 'FR40303265045' })
  expect(vies.requests).toHaveLength(2)
})

test('an account that tries numbers causes at most twenty requests to the register per hour', async () => {
  const { browser } = await customer()
  vies.state.behaviour = DOWN
  for (let count = 0; count < 24; count += 1) {
    it.clock.forward(61_000)
    await browser.must(billing.saveDetails, { ...DETAILS, po_number: String(count) })
  }
  expect(vies.requests.length).toBeLessThanOrEqual(22)
})
