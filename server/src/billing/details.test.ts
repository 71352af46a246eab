import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { billing } from '@portico/contract/billing.ts'
import type { DetailsValues } from '@portico/contract/billing-details.ts'
import { payments } from '@portico/contract/payments.ts'
import { users } from '@portico/contract/users.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMember } from '#team/members.ts'
import { anyCharacter } from '#testing/any-character.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { needDetails, readBillingSettings, taxFor } from './index.ts'

const it = sharedApp()

let people = 0
async function customer() {
  people += 1
  const email = `payer-${people}@example.com`
  const { id } = await it.addUser({ email, name: 'Payer' })
  const browser = await it.signedIn(email, { ip: `198.51.100.${people}` })
  return { id, email, browser }
}

const DETAILS: DetailsValues = { ...GERMAN, vat_id: 'DE136695976', invoice_emails: 'books@gross.example' }

test('details are stored as written, normalised, and returned', async () => {
  const { browser, email } = await customer()
  expect(await browser.must(billing.getDetails, {})).toEqual({
    details: null,
    owner_email: email,
    is_needed: true,
    tax_name: 'VAT',
    vat: null,
    has_statements: false,
  })
  const typed = {
    ...DETAILS,
    vat_id: ' de 136.695-976 ',
    invoice_emails: 'A@b.de;  c@d.de , a@b.de',
    name: ' Große \n Söhne GmbH ',
  }
  const { details } = await browser.must(billing.saveDetails, typed)
  expect(details).toEqual({ ...DETAILS, invoice_emails: 'a@b.de, c@d.de' })
  expect((await browser.must(billing.getDetails, {})).details).toEqual(details)
})

test.each([
  ['a VAT id with a wrong check digit', { vat_id: 'DE136695975' }, { vat_id: 'This is not a valid VAT number' }],
  ['a VAT id of another country', { country: 'AT' }, { vat_id: 'This VAT number belongs to another country' }],
  ['a VAT id of a person', { kind: 'person' }, { vat_id: 'Only companies and sole traders can enter a VAT number' }],
  ['no country', { country: '' }, { country: 'This field is required' }],
  ['an unknown country', { country: 'XX' }, { country: 'This field is required' }],
  ['no name', { name: '  ' }, { name: 'This field is required' }],
  [
    'six addresses',
    { invoice_emails: 'a@b.de b@b.de c@b.de d@b.de e@b.de f@b.de' },
    { invoice_emails: 'Enter at most five e-mail addresses' },
  ],
  ['an invalid address', { invoice_emails: 'a@b.de, nobody' }, { invoice_emails: 'Email is invalid' }],
  ...['株式会社テスト', 'شركة الاختبار', 'חברה', 'Acme 😀'].map((name): [string, object, object] => [
    `the name ${name}, of which an invoice would show boxes,`,
    { name },
    { name: 'Invoices can show Latin, Greek and Cyrillic letters only' },
  ]),
  ['a name longer than a line', { name: 'x'.repeat(121) }, { name: 'This is too long' }],
])('%s is refused and changes nothing', async (_title, change, fields) => {
  const { browser } = await customer()
  await browser.must(billing.saveDetails, DETAILS)
  const { body } = await browser.call(billing.saveDetails, { ...DETAILS, ...change } as DetailsValues)
  expect(body).toMatchObject({ code: 'invalid_input', fields })
  expect((await browser.must(billing.getDetails, {})).details).toEqual(DETAILS)
})

test('CA-02 the user’s own country is that of the billing details, and follows them; a team’s is its owner’s alone', async () => {
  const owner = await customer()
  const countryOf = async ({ browser }: typeof owner) =>
    (await browser.must(users.getUserData, {})).user.settings.country
  expect(await countryOf(owner)).toBeNull()
  await owner.browser.must(billing.saveDetails, DETAILS)
  expect(await countryOf(owner)).toBe('DE')
  const member = await customer()
  await addMember(it.ctx, { owner_id: owner.id, user_id: member.id, role: 'finance', cap_micros: null })
  await member.browser.must(users.setActiveApiUser, { login: owner.email })
  await member.browser.must(billing.saveDetails, { ...DETAILS, country: 'FR', vat_id: 'FR40303265045' })
  expect([await countryOf(owner), await countryOf(member)]).toEqual(['FR', null])
})

test('names in all languages that documents can show are stored, without marks that turn the direction of writing', async () => {
  const { browser } = await customer()
  for (const name of [
    'Łódź Çelik Ñandú',
    'Việt Nam Ơ',
    'Ελλάδα Α.Ε.',
    'ООО «Ёлка» №1',
    'O’Neil – Söhne™ €',
    'Cafe\u0301',
  ])
    expect((await browser.must(billing.saveDetails, { ...DETAILS, name })).details.name).toBe(name)
  const turned = await browser.must(billing.saveDetails, { ...DETAILS, name: '\u202eemcA\u202c GmbH\u200f' })
  expect(turned.details.name).toBe('emcA GmbH')
})

test('any input is stored within bounds or refused, and is never an internal error', async () => {
  const { browser } = await customer()
  const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.constant(''), fc.constant('x@y.example'))
  const typed = fc.record({
    kind: fc.constantFrom('company', 'person', 'other'),
    country: fc.constantFrom('DE', 'US', 'GR', ''),
    name: text,
    line1: text,
    line2: text,
    postal_code: text,
    city: text,
    vat_id: text,
    invoice_emails: text,
    po_number: text,
  })
  await fc.assert(
    fc.asyncProperty(typed, async (values) => {
      const { status } = await browser.call(billing.saveDetails, values as DetailsValues)
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 60 },
  )
})

test('a finance member edits the details of the team, and each change is in the activity by its field names', async () => {
  const owner = await customer()
  const finance = await customer()
  await addMember(it.ctx, { owner_id: owner.id, user_id: finance.id, role: 'finance', cap_micros: null })
  await finance.browser.must(users.setActiveApiUser, { login: owner.email })
  await finance.browser.must(billing.saveDetails, DETAILS)
  await finance.browser.must(billing.saveDetails, DETAILS)
  await finance.browser.must(billing.saveDetails, { ...DETAILS, po_number: 'PO-1' })
  expect((await owner.browser.must(billing.getDetails, {})).details?.po_number).toBe('PO-1')
  const { rows } = await it.database.pool.query(
    `select actor, detail from audit_log where user_id = $1 and action = 'billing_details_saved' order by id`,
    [owner.id],
  )
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({ actor: `user:${finance.id}`, detail: { fields: 'po_number' } })
  expect(JSON.stringify(rows)).not.toContain('Söhne')
})

test('the tax of a payment follows the details, on the quote and on the order alike', async () => {
  const { browser, id } = await customer()
  const quote = async () =>
    (await browser.must(payments.quote, { amount_micros: '100000000' as unknown as number })).tax
  expect((await browser.call(payments.quote, { amount_micros: 100_000_000 })).body).toMatchObject({
    code: 'billing_details_needed',
  })
  await browser.must(billing.saveDetails, { ...DETAILS, vat_id: '' })
  expect(await quote()).toEqual({ note: 'tax', name: 'VAT', rate_bp: 1900, tax_micros: 19_000_000 })
  const input = { id: randomUUID(), amount_micros: 100_000_000, how: 'checkout' as const }
  expect((await browser.call(payments.createOrder, { ...input, tax_micros: 0 })).body).toMatchObject({
    code: 'total_changed',
  })
  await browser.must(payments.createOrder, { ...input, tax_micros: 19_000_000 })
  await browser.must(billing.saveDetails, DETAILS)
  expect(await quote()).toMatchObject({ note: 'reverse_charge', tax_micros: 0 })
  const { facts } = await taxFor(it.ctx, id, 50_000_000)
  expect(facts).toMatchObject({ note: 'reverse_charge', country: 'DE', vat_id: 'DE136695976', seller_country: 'IE' })
})

test.each(['checkout', 'method', 'wire'] as const)(
  'a first payment by %s is refused without a country',
  async (how) => {
    const { browser } = await customer()
    const amount_micros = how === 'wire' ? 6_000_000_000 : 50_000_000
    const order = { id: randomUUID(), amount_micros, tax_micros: 0, how }
    const method_id = how === 'method' ? { method_id: randomUUID() } : {}
    const { status, body } = await browser.call(payments.createOrder, { ...order, ...method_id })
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'billing_details_needed' } })
    expect((await browser.must(payments.listOrders, {})).orders).toEqual([])
  },
)

test.each([
  ['a seller that takes a tax requires details, whatever the setting', false, { IE: 2300 }, true],
  ['a seller without a tax requires details where the setting does', true, { IE: 0 }, true],
  ['a seller without a tax requires none where the setting does not', false, { IE: 0 }, false],
])('%s', async (_title, details_needed, rates_bp, is_needed) => {
  const { id } = await customer()
  const { billing: settings } = it.ctx
  const ctx = { ...it.ctx, billing: { ...settings, details_needed, seller: { ...settings.seller, rates_bp } } }
  const check = needDetails(ctx, id)
  if (is_needed) await expect(check).rejects.toMatchObject({ code: 'billing_details_needed' })
  else await check
})

test.each([
  ['seller: { name: X }', 'seller: address: is missing or of the wrong kind'],
  [file('{ IE: 23 }', 'XX'), 'seller: country: must be an ISO code of a country, such as DE'],
  [file('{ DE: 19 }'), 'tax: rates: has no IE, the country of the seller (0 if there is no tax)'],
  [file('{ IE: 19.123 }'), 'tax: rates: IE: must have at most two decimals'],
  [file('{ IE: 123 }'), 'tax: rates: IE: must be a percentage from 0 to 100'],
  [`${file('{ IE: 23 }')}\nlogo: none.png`, 'none.png could not be read'],
  [`${file('{ IE: 23 }')}\nextra: 1`, 'has no extra'],
])('a wrong billing.yaml stops the start and names the error: %s', (yaml, reason) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-billing-'))
  writeFileSync(join(folder, 'billing.yaml'), yaml)
  expect(() => readBillingSettings(folder)).toThrow(reason)
  rmSync(folder, { recursive: true })
})

function file(rates: string, country = 'IE'): string {
  return `seller: { name: X, address: [Y], country: ${country} }\ntax: { name: VAT, rates: ${rates}, eu: [IE] }`
}

test('without a billing.yaml there is no seller and no tax; a rate may have two decimals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-billing-'))
  expect(readBillingSettings(folder).seller).toMatchObject({ name: '', country: null })
  writeFileSync(join(folder, 'billing.yaml'), file('{ IE: 25.5, FI: 8.1, DE: 0.07 }'))
  expect(readBillingSettings(folder).seller.rates_bp).toEqual({ IE: 2550, FI: 810, DE: 7 })
  rmSync(folder, { recursive: true })
})
