import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, shot } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, giveCode, openForm, PASSWORD, PHONE, signIn, signInStaff } from './harness-people.ts'
import { freePort } from './harness-resources.ts'

let server: Server
let staffUrl: string
beforeAll(async () => {
  const PORT = String(await freePort())
  // A browser resolves every name below localhost to this machine.
  staffUrl = `http://staff.localhost:${PORT}`
  server = await openServer({ PORT, STAFF_URL: staffUrl, BOT_CHECK: 'off' })
})

interface Staff {
  email: string
  password: string
  key: string
  codes: string[]
}

/** Staff added by the operator, who hands over the key and a link for the password. */
async function newStaff(name: string): Promise<Staff> {
  const email = `${name.toLowerCase()}@example.com`
  const { stdout } = await server.operator(['staff', 'add', email, '--name', `${name} Staff`, '--json'])
  const { key, recovery_codes, password_link } = JSON.parse(stdout)
  const page = await newPage(DESKTOP)
  expect(new URL(password_link).origin).toBe(staffUrl)
  await page.goto(password_link)
  const form = await alive(page)
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('[name=pass_confirm]').fill(PASSWORD)
  await form.locator('button[type=submit]').click()
  await page.waitForURL('**/signin', { timeout: 10_000 })
  return { email, password: PASSWORD, key, codes: recovery_codes }
}

let first: Promise<Staff> | undefined
/** Shared by tests that leave password, key and rights unchanged. */
const anyStaff = () => (first ??= newStaff('Sam'))

async function actingLink({ email }: Staff): Promise<string> {
  const { stdout } = await server.operator(['impersonate', email, DEMO.email, '--reason', 'a ticket', '--json'])
  return JSON.parse(stdout).url
}

/** Ages the last two-factor confirmation. */
function ageCodes(minutes: number): Promise<unknown> {
  return server.query('update sessions set factor_at = factor_at - make_interval(mins => $1)', [minutes])
}

test('SEC-M7 A28 the operator gets key, QR code and ten recovery codes on the terminal, once, and can remove staff again', async () => {
  const added = await server.operator(['staff', 'add', 'tom@example.com'])
  expect(added.code).toBe(0)
  expect(added.stdout).toMatch(/^tom@example\.com is staff \(new account\)$/m)
  expect(added.stdout).toMatch(/^key {6}([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/m)
  expect(added.stdout).toMatch(/^address {2}otpauth:\/\/totp\//m)
  expect(added.stdout).toContain('\u2580')
  expect(added.stdout.match(/^ {2}[2-9A-Z]{5}-[2-9A-Z]{5}$/gm)).toHaveLength(10)
  expect((await server.operator(['staff', 'add', 'tom@example.com'])).stderr).toContain('This already exists.')
  const listed = await server.operator(['staff', 'list'])
  expect(listed.stdout).toMatch(/^tom@example\.com .* 10 recovery codes left, passkeys 0 .* never$/m)
  const [, key = ''] = /^key {6}(.*)$/m.exec(added.stdout) ?? []
  expect(listed.stdout).not.toContain(key)
  const renewed = await server.operator(['staff', 'factor', 'tom@example.com'])
  expect(renewed.stdout).toMatch(/^key {6}/m)
  expect(renewed.stdout).not.toContain(key)
  // The last staff member cannot be removed.
  await server.operator(['staff', 'add', 'una@example.com'])
  expect((await server.operator(['staff', 'remove', 'tom@example.com'])).stdout).toContain('is no longer staff')
  const ended = await server.operator(['user', 'end-sessions', DEMO.email, '--reason', 'a lost laptop'])
  expect(ended.stdout).toMatch(/^demo@portico\.example: sessions ended: \d+$/m)
})

const wrongCode = /400 \(Bad Request\).*second-factor|confirm-factor/

test('SEC-M7 A24 A27 A28 staff sign in with password and code, act as a customer under a banner, and stop', async () => {
  const sam = await anyStaff()
  const page = await newPage(DESKTOP)
  await page.goto(`${staffUrl}/signin`)
  await signInStaff(page, sam, sam.key)
  await page.waitForURL(`${staffUrl}/api-dashboard`)
  await page.goto(await actingLink(sam))
  expect(new URL(page.url()).origin).toBe(staffUrl)
  await page.getByRole('button', { name: /Continue as/ }).click()
  await page.getByText('Sam Staff is acting as Dana Demo.', { exact: false }).waitFor()
  await page.getByTestId('balance').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Sam Staff is acting as Dana Demo.', { exact: false }).waitFor({ state: 'detached' })
  await page.getByTestId('balance').waitFor()
  page.expectClean()
})

test('SEC-M7 A28 the code step works with the keyboard alone, shows errors at the field, and accepts a recovery code', async () => {
  const sam = await anyStaff()
  const page = await newPage(DESKTOP)
  await page.goto(`${staffUrl}/signin`)
  await signIn(page, sam)
  const field = openForm(page).locator('[name=code]')
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await axe(page)
  await page.keyboard.type('12 34')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the 6-digit code').waitFor()
  await field.fill('')
  await page.keyboard.type('000 000')
  await page.getByText('The code is wrong or no longer valid.').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await axe(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('Recovery code').waitFor()
  await page.keyboard.type(sam.codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${staffUrl}/api-dashboard`)
  page.expectClean(wrongCode)
})

test('SEC-M7 A24 a code older than five minutes is requested again before staff act as a customer', {
  tags: 'long',
}, async () => {
  const lee = await newStaff('Lee')
  const page = await newPage(DESKTOP)
  await page.goto(`${staffUrl}/signin`)
  await signInStaff(page, lee, lee.key)
  await page.waitForURL(`${staffUrl}/api-dashboard`)
  await ageCodes(6)
  await page.goto(await actingLink(lee))
  await page.getByText('more than five minutes old', { exact: false }).waitFor()
  await axe(page)
  await giveCode(page, '000000')
  await page.getByText('The code is wrong or no longer valid.').waitFor()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await giveCode(page, lee.codes[1] ?? '')
  await page.getByText('Lee Staff is acting as Dana Demo.', { exact: false }).waitFor()
  page.expectClean(wrongCode)
})

describe('SEC-M7 A27 separate hosts of customers and staff', () => {
  test('staff are refused on the host of customers and customers on that of staff, with the same message as a wrong password', {
    tags: 'long',
  }, async () => {
    const ann = await newStaff('Ann')
    for (const [url, who] of [
      [server.url, ann],
      [staffUrl, DEMO],
    ] as const) {
      const page = await newPage(DESKTOP)
      await page.goto(`${url}/signin`)
      await signIn(page, who)
      await page.getByText('Wrong e-mail or password, or the account is not confirmed yet.').first().waitFor()
    }
  })

  test('the host of staff has no sign-up and no password reset, neither links nor pages', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(`${staffUrl}/signin`)
    await alive(page)
    await axe(page)
    expect(await page.getByRole('link', { name: /Sign up|Forgot/ }).count()).toBe(0)
    for (const path of ['/register', '/forgot-password', '/signup']) {
      const answer = await page.goto(`${staffUrl}${path}`)
      expect([path, answer?.status()]).toEqual([path, 404])
      await page.getByText('You do not have permission to access that page.').waitFor()
    }
  })

  test('a link for staff is not found on the host of customers', async () => {
    const page = await newPage(DESKTOP)
    const answer = await page.goto(`${server.url}/login_onetime_admin/someone/something`)
    expect(answer?.status()).toBe(404)
    await page.getByText('You do not have permission to access that page.').waitFor()
    // The document shows it before the page starts and changes the address.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/404')
  })
})

/** Nothing is cut off, and the page scrolls in one direction only. */
async function fits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
}

for (const [device, size, theme] of [
  ['phone', PHONE, 'dark'],
  ['desktop', DESKTOP, 'light'],
] as const)
  test(`SEC-M7 looks on a ${device} in German`, { tags: 'long' }, async () => {
    const staff = await newStaff(`${device}${theme}`)
    await server.query('update users set language = $1 where email = $2', ['german', staff.email])
    const page = await newPage({ ...size, theme, language: 'de-DE' })
    await page.goto(`${staffUrl}/signin`)
    await alive(page)
    await shot(page, `staff-${device}-${theme}-1-password`)
    await signIn(page, staff)
    await openForm(page).locator('[name=code]').waitFor()
    await fits(page)
    await shot(page, `staff-${device}-${theme}-2-code`)
    await giveCode(page, '000000')
    await page.getByText('Der Code ist falsch', { exact: false }).waitFor()
    await shot(page, `staff-${device}-${theme}-3-wrong`)
    await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
    await fits(page)
    await shot(page, `staff-${device}-${theme}-4-recovery`)
    await axe(page)
    await giveCode(page, staff.codes[0] ?? '')
    await page.getByTestId('balance').waitFor()
    await ageCodes(6)
    await page.goto(await actingLink(staff))
    await openForm(page).locator('[name=code]').waitFor()
    await fits(page)
    await axe(page)
    await shot(page, `staff-${device}-${theme}-5-step-up`)
    await giveCode(page, '000000')
    await page.getByText('Der Code ist falsch', { exact: false }).waitFor()
    await shot(page, `staff-${device}-${theme}-6-step-up-wrong`)
  })
