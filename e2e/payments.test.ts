// Money comes in: every tab, role, way to pay and way a payment can end, against the test processor.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { LANGUAGES } from '../contract/src/language.ts'
import { ORDER_STATUSES, type PaymentOrder, payments } from '../contract/src/payments.ts'
import type { Role } from '../contract/src/role.ts'
import { testProcessor } from '../contract/src/test-processor.ts'
import { users } from '../contract/src/users.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { freshPlace } from './harness-resources.ts'
import { callFrom, enter, goWithin, shown, signInAt, soon } from './harness-shell.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ADD_FUNDS = '/users/getrows/add-funds'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const REFUSED = /status of 4\d\d/
let server: Server
let database: string
beforeAll(async () => {
  const place = await freshPlace()
  database = place.DATABASE_URL
  server = await startServer({ ...place, DEMO: 'on', BOT_CHECK: 'off', LOG_LEVEL: 'error' })
})

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

async function operator(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await server.operator(args)
  if (code !== 0) throw new Error(stderr || stdout)
  return stdout
}

const balance = async (page: Page) => Number((await page.getByTestId('balance').textContent())?.replace(/[^\d.]/g, ''))
const orders = async () => Number((await query<{ count: string }>('select count(*) from payment_orders'))[0]?.count)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const added = (page: Page, amount: string) => heading(page, `${amount} was added to your balance`).waitFor()
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const total = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('status')

/** On the page of the test processor, with a new card for this amount. */
async function checkOut(page: Page, amount: string): Promise<void> {
  await page.goto(`${server.url}${ADD_FUNDS}?method=new&amount=${amount}`)
  await pay(page).click()
  await page.waitForURL('**/test-processor/*')
  await page.getByText('Test payments: no real money moves').waitFor()
}

const TABS = [
  ['', 'All payments'],
  ['?tab=history', 'Balance history'],
  ['?tab=methods', 'Payment methods'],
  ['?tab=billing', 'Billing details'],
  ['?tab=promo', 'Redeem a promo code'],
] as const
const PAGES = [
  ...TABS.map(([search]) => `/users/getrows${search}`),
  ADD_FUNDS,
  `/users/getrows/order/${NOBODY}`,
  `/test-processor/${NOBODY}`,
]

/** Works on the login of a team, in this role; the owner on their own. */
async function enterAs(role: Role): Promise<Page> {
  const team = `boss-of-${role}@example.com`
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
  if (role === 'owner') return page
  await operator('staff', 'add', team)
  await query(
    `insert into team_members (owner_id, user_id, role, created_at)
       select o.id, u.id, $3, now() from users o, users u where o.email = $1 and u.email = $2`,
    [team, DEMO.email, role],
  )
  await callFrom(page, users.setActiveApiUser, { login: team })
  return page
}

for (const [role, options] of variants(['viewer', 'owner', 'finance', 'admin', 'developer']))
  test(`RO-01 ${role}: every page of the payments`, options, async () => {
    const page = await enterAs(role)
    const mayPay = role === 'owner' || role === 'finance'
    for (const path of PAGES) {
      await page.goto(`${server.url}${path}`)
      await shown(page)
      if (!mayPay) {
        await page.getByText('You do not have permission to access that page.').waitFor()
        continue
      }
      const tab = TABS.find(([search]) => path === `/users/getrows${search}`)
      if (tab) {
        await heading(page, 'Payments').waitFor()
        expect(await page.getByRole('tab', { selected: true }).count()).toBe(1)
        if (tab[1] === 'All payments' || tab[0] === '?tab=methods' || tab[0] === '?tab=promo')
          await page.getByRole('heading', { level: 2, name: tab[1] }).waitFor()
      } else if (path === ADD_FUNDS) await heading(page, 'Add funds').waitFor()
      else await page.getByText(/^(Payment not found\.|This payment page does not exist)$/).waitFor()
    }
  })

test('a customer without funds pays from the playground and comes back to it with the form as it was', async () => {
  const page = await enter(server, DESKTOP, '/api-playground/serp?function=serp%2Fgoogle%2Forganic')
  await operator('credit', DEMO.email, `-${await balance(page)}`, '--reason', 'for a test')
  await expect.poll(() => balance(page), soon).toBe(0)
  await page.getByLabel('keyword').fill('blue kettle')
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  await page.getByRole('main').getByRole('link', { name: 'Add funds' }).click()
  await heading(page, 'Add funds').waitFor()
  await page.getByRole('link', { name: 'Back to Playground' }).waitFor()
  await page.getByRole('radio', { name: '$50', exact: true }).check()
  await expect.poll(() => total(page).textContent(), soon).toBe('$50.00')
  await pay(page).click()
  await page.waitForURL('**/test-processor/*')
  await page.getByRole('button', { name: 'Approve $50.00' }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Approve $50.00' }).click()
  await added(page, '$50.00')
  await page.getByText('New balance: $50.000000').waitFor()
  await axe(page)
  await page.getByRole('link', { name: 'Back to Playground' }).click()
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('blue kettle')
  expect(await page.getByRole('radio', { name: 'Live (charged)' }).isChecked()).toBe(true)
  page.expectClean()
})

for (const [[outcome, title, reason], options] of variants([
  ['Decline', 'The payment failed', 'Your bank declined the payment.'],
  ['Decline: insufficient funds', 'The payment failed', 'The card does not have enough funds.'],
  ['Cancel and return', 'The payment was canceled', 'Nothing was charged.'],
] as const))
  test(`${outcome}: nothing is credited, and the same amount can be tried again`, options, async () => {
    const page = await enter(server, DESKTOP)
    const before = await balance(page)
    await checkOut(page, '62.50')
    await page.getByRole('button', { name: outcome, exact: true }).click()
    await heading(page, title).waitFor()
    await page.getByText(reason).waitFor()
    expect(await balance(page)).toBe(before)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect.poll(() => page.getByLabel('Other amount').inputValue(), soon).toBe('62.50')
    await page.goBack()
    await page.getByRole('link', { name: 'Use another card' }).click()
    await expect.poll(() => pay(page).textContent(), soon).toBe('Pay $62.50 by card')
    page.expectClean()
  })

test('3-D Secure: who refuses pays nothing, who confirms has paid', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP)
  await checkOut(page, '50')
  await page.getByRole('button', { name: 'Ask for 3-D Secure' }).click()
  await page.getByText('Your bank asks: do you want to pay $50.00?').waitFor()
  await page.getByRole('button', { name: 'Refuse the payment' }).click()
  await heading(page, 'The payment failed').waitFor()
  await checkOut(page, '50')
  await page.getByRole('button', { name: 'Ask for 3-D Secure' }).click()
  await page.getByRole('button', { name: 'Confirm the payment' }).click()
  await added(page, '$50.00')
  page.expectClean()
})

test('a payment that takes its time is credited on the open page by itself', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP)
  const before = await balance(page)
  await checkOut(page, '55')
  await page.getByRole('button', { name: 'Approve after a delay' }).click()
  await heading(page, 'Your payment is being processed').waitFor()
  expect(await balance(page)).toBe(before)
  await heading(page, '$55.00 was added to your balance').waitFor({ timeout: 60_000 })
  await expect.poll(() => balance(page), soon).toBe(before + 55)
  page.expectClean()
})

test('the page one returns to grants nothing: opened without paying it waits, and the balance stays', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP)
  const before = await balance(page)
  await checkOut(page, '80')
  const [order] = await query<{ id: string }>(`select id from payment_orders order by created_at desc limit 1`)
  const address = `${server.url}/users/getrows/order/${order?.id}`
  for (const query of ['', '?status=paid&session_id=cs_test&redirect_status=succeeded']) {
    await page.goto(`${address}${query}`)
    await heading(page, 'Waiting for your payment').waitFor()
    expect(await balance(page)).toBe(before)
  }
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await heading(page, 'The payment was canceled').waitFor()
  expect(await query('select state from payment_orders where id = $1', [order?.id])).toEqual([{ state: 'canceled' }])
  page.expectClean()
})

test('a kept card pays in one press, and a press made twice pays once', async () => {
  const page = await enter(server, DESKTOP)
  await checkOut(page, '50')
  await page.getByRole('checkbox', { name: 'Keep this card for next time' }).check()
  await page.getByRole('button', { name: 'Approve $50.00' }).click()
  await added(page, '$50.00')
  const [before, count] = [await balance(page), await orders()]
  await page.goto(`${server.url}${ADD_FUNDS}?amount=59.5&return_to=${encodeURIComponent('https://elsewhere.example/')}`)
  await page.getByRole('link', { name: 'Back to Payments' }).waitFor()
  await page.getByRole('button', { name: 'Pay $59.50 with Visa ·· 4242' }).dblclick()
  await added(page, '$59.50')
  await expect.poll(() => balance(page), soon).toBe(before + 59.5)
  expect(await orders()).toBe(count + 1)
  page.expectClean()
})

test('payment methods: another one is added on the page of the processor, made the default, and removed after a question', async () => {
  const page = await enter(server, DESKTOP, '/users/getrows?tab=methods')
  const lines = page.getByRole('listitem').filter({ hasText: 'Expires' })
  // The card kept before is there first: what is counted has come.
  await lines.first().waitFor()
  const first = await lines.count()
  await page.getByRole('button', { name: 'Add a payment method' }).click()
  await page.waitForURL('**/test-processor/*')
  await page.getByLabel('Test card').selectOption('0002')
  await page.getByRole('button', { name: 'Store the card' }).click()
  await page.waitForURL('**/users/getrows?tab=methods')
  await expect.poll(() => lines.count(), soon).toBe(first + 1)
  const made = lines.filter({ hasText: '0002' })
  if ((await made.getByText('Default', { exact: true }).count()) === 0) {
    await made.getByRole('button', { name: /^Make default/ }).click()
    await made.getByText('Default', { exact: true }).waitFor()
  }
  await axe(page)
  // Its bank declines: the page says so, and nothing is credited.
  const before = await balance(page)
  await page.goto(`${server.url}${ADD_FUNDS}`)
  await page.getByRole('button', { name: 'Pay $100.00 with Visa ·· 0002' }).click()
  await heading(page, 'The payment failed').waitFor()
  expect(await balance(page)).toBe(before)
  await page.goto(`${server.url}/users/getrows?tab=methods`)
  await made.getByRole('button', { name: /^Remove/ }).click()
  const question = page.getByRole('dialog', { name: 'Remove Visa ·· 0002?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await made.count()).toBe(1)
  await made.getByRole('button', { name: /^Remove/ }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => made.count(), soon).toBe(0)
  page.expectClean()
})

test('Add funds begins with the card that has become the default while it was known with another', async () => {
  const page = await enter(server, DESKTOP, ADD_FUNDS)
  const { url } = await callFrom(page, payments.addMethod, {})
  const checkout = new URL(url).pathname.split('/').at(-1) ?? ''
  await callFrom(page, testProcessor.decide, { checkout, outcome: 'approve', card: '3155' })
  await page.reload()
  const way = (digits: string) => page.getByRole('radio', { name: new RegExp(`·· ${digits}`) })
  await expect.poll(() => way('4242').isChecked(), soon).toBe(true)
  await goWithin(page, '/users/getrows?tab=methods')
  const line = page.getByRole('listitem').filter({ hasText: '3155' })
  await line.getByRole('button', { name: /^Make default/ }).click()
  await line.getByText('Default', { exact: true }).waitFor()
  await goWithin(page, ADD_FUNDS)
  await expect.poll(() => way('3155').isChecked(), soon).toBe(true)
  await way('4242').check()
  await page.getByRole('button', { name: 'Pay $100.00 with Visa ·· 4242' }).waitFor()
  await goWithin(page, '/users/getrows?tab=methods')
  await line.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => line.count(), soon).toBe(0)
  page.expectClean()
})

test('payments with tax and documents fit at 1280 px in all languages, whatever became of them', async () => {
  const page = await enter(server, DESKTOP)
  await page.route('**/api/payments/orders*', async (route) => {
    const listed = (await (await route.fetch()).json()) as { orders: PaymentOrder[] }
    const [first] = listed.orders
    const orders = ORDER_STATUSES.map((status) => ({
      ...first,
      id: randomUUID(),
      status,
      amount_micros: 1_250_000_000,
      tax_micros: 237_500_000,
      documents: [
        { id: randomUUID(), number: 'INV-2026-00012', kind: 'invoice' },
        { id: randomUUID(), number: 'CN-2026-00003', kind: 'credit_note' },
      ],
    }))
    await route.fulfill({ json: { ...listed, orders } })
  })
  for (const language of LANGUAGES.toReversed()) {
    await callFrom(page, users.setLanguage, { language })
    await page.goto(`${server.url}/users/getrows`)
    const table = page.getByRole('table').filter({ hasText: 'CN-2026-00003' })
    await table.waitFor()
    await shot(page, `payments-1280-${language}`)
    const over = await table.evaluate((one) => [
      one.getBoundingClientRect().right - (one.parentElement?.getBoundingClientRect().right ?? 0),
      document.documentElement.scrollWidth - innerWidth,
    ])
    expect([language, Math.max(0, ...over.map(Math.ceil))]).toEqual([language, 0])
  }
  page.expectClean()
})

test('a large amount is paid by wire: bank and reference to copy, credited on the open page when the operator confirms', async () => {
  const page = await enter(server, DESKTOP, ADD_FUNDS)
  await page.getByLabel('Other amount').fill('7500')
  await page.getByRole('radio', { name: /Wire transfer/ }).waitFor()
  await page.getByRole('button', { name: 'Get the bank details' }).click()
  await heading(page, 'Waiting for your wire transfer').waitFor()
  await page.getByText('DE02 1203 0000 0000 2020 51').waitFor()
  const reference = (await page.getByText(/^PAY-/).first().textContent()) ?? ''
  await axe(page)
  const before = await balance(page)
  await operator('payment', 'confirm-wire', reference, '--amount', '7500', '--reason', 'on the statement')
  await added(page, '$7,500.00')
  await expect.poll(() => balance(page), soon).toBe(before + 7500)
  page.expectClean()
})

test('promo codes: a wrong one is told, an amount is credited at once, a percentage on top of the next payment', async () => {
  await operator('promo', 'add', 'SPRING', '--amount', '10')
  await operator('promo', 'add', 'TWENTY', '--percent', '20', '--max', '15')
  const page = await enter(server, DESKTOP, '/users/getrows?tab=promo')
  const before = await balance(page)
  const redeem = async (code: string) => {
    await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
    await page.getByRole('button', { name: 'Redeem' }).click()
  }
  await redeem('!')
  await page.getByText('A code has 3 to 40 letters, digits and hyphens').waitFor()
  await redeem('AUTUMN')
  await page.getByText('We do not know this promo code.').waitFor()
  await redeem('spring')
  await page.getByText('$10.00 was credited to your balance.').waitFor()
  await expect.poll(() => balance(page), soon).toBe(before + 10)
  await redeem('spring')
  await page.getByText('Your account has already used this promo code.').waitFor()
  await redeem('twenty')
  await page.getByText('20 %, at most $15.00, will be credited on top of your next payment.').waitFor()
  await page.getByRole('table', { name: 'Used codes' }).getByText('Waiting').waitFor()
  await axe(page)
  await page.getByRole('main').getByRole('status').getByRole('link', { name: 'Add funds' }).click()
  await page.getByText('Promo code TWENTY: $15.00 on top').waitFor()
  await pay(page).click()
  await added(page, '$115.00')
  await page.goto(`${server.url}/users/getrows?tab=promo`)
  await page.getByRole('table', { name: 'Used codes' }).getByText('$15.00', { exact: true }).waitFor()
  expect(await page.getByText('Waiting', { exact: true }).count()).toBe(0)
  page.expectClean(REFUSED)
})

test('who signed in more than 15 minutes ago gives the password first; without it nothing is ordered', {
  tags: 'long',
}, async () => {
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
  await query(`update sessions set reauth_at = now() - interval '16 minutes'`)
  const count = await orders()
  await page.goto(`${server.url}${ADD_FUNDS}`)
  await pay(page).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Please enter your sign-in password again.').waitFor()
  expect(await orders()).toBe(count)
  await pay(page).click()
  await question.getByLabel('Sign-in password').fill(DEMO.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await added(page, '$100.00')
  expect(await orders()).toBe(count + 1)
  page.expectClean(REFUSED)
})

test('the list of payments: filtered in the address, page by page, each line leads to its payment', {
  tags: 'long',
}, async () => {
  await query(
    `insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, amount_micros, state, failure, origin, created_at,
       changed_at)
     select gen_random_uuid(), 'OLD-' || n, l.owner_id, l.id, 'test', 'top_up', 50000000, 'failed', 'declined', 'https://x.example',
       now() - n * interval '1 day', now() from generate_series(1, 60) n, api_logins l where l.login = $1`,
    [DEMO.email],
  )
  const page = await enter(server, DESKTOP, '/users/getrows')
  await page.getByLabel('Status').selectOption('failed')
  await page.waitForURL('**/users/getrows?status=failed')
  const table = page.getByRole('table', { name: 'All payments' })
  await expect.poll(() => table.getByText('Failed', { exact: true }).count(), soon).toBe(25)
  expect(await table.getByText('Paid', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show older payments' }).click()
  await expect.poll(() => table.getByText('Failed', { exact: true }).count(), soon).toBe(50)
  await page.reload()
  await expect.poll(() => table.getByText('Failed', { exact: true }).count(), soon).toBe(25)
  await page.goto(`${server.url}/users/getrows?status=dispute_lost`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL('**/users/getrows')
  await page.goto(`${server.url}/users/getrows?status=failed`)
  await table.getByRole('link', { name: 'OLD-1', exact: true }).click()
  await heading(page, 'The payment failed').waitFor()
  await axe(page)
  page.expectClean()
})

test('on a phone, in German and in the dark every page fits and is accessible', { tags: 'long' }, async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark', language: 'de-DE' })
  await callFrom(page, users.setTheme, { theme_view: 'dark' })
  await callFrom(page, users.setLanguage, { language: 'de' })
  const [order] = await query<{ id: string }>(`select id from payment_orders where state = 'paid' limit 1`)
  for (const [name, path, text] of [
    ['payments', '/users/getrows?status=paid', 'Bezahlt'],
    ['methods', '/users/getrows?tab=methods', /^Gültig bis/],
    ['promo', '/users/getrows?tab=promo', 'Gutscheincode einlösen'],
    ['add-funds', ADD_FUNDS, /mit Visa ·· 4242 bezahlen$/],
    ['order', `/users/getrows/order/${order?.id}`, 'Zahlungsnummer'],
  ] as const) {
    await page.goto(`${server.url}${path}`)
    await shown(page)
    await page.getByText(text).filter({ visible: true }).first().waitFor()
    await shot(page, `payments-${name}-de`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await axe(page)
  }
  page.expectClean()
})
