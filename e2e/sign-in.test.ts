import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '../contract/src/auth.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, openForm, PHONE, signIn } from './harness-people.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})

test('RT-06 a visitor signs in with the demo account, sees the shell with a live balance, and signs out; VA-01 VA-02 the form shows invalid fields before anything is sent; a wrong password is shown and typed values are preserved; CA-01 every call carries the XSRF-TOKEN cookie in the x-xsrf-token header', async () => {
  const page = await newPage(DESKTOP)
  const calls: string[] = []
  const missing: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push(pathname)
    if (!request.headers()['x-xsrf-token']) missing.push(pathname)
  })
  await page.goto(`${server.url}/`)
  await page.waitForURL('**/signin')
  await alive(page)
  expect(await page.title()).toBe('Portico - Sign in')

  const before = calls.length
  await openForm(page).locator('button[type=submit]').click()
  await page.getByText('Email is invalid').waitFor()
  await page.getByText('Password is too short').waitFor()
  await openForm(page).locator('[name=email]').fill('not an address')
  await openForm(page).locator('[name=password]').fill('12345')
  await openForm(page).locator('button[type=submit]').click()
  await page.getByText('Email is invalid').waitFor()
  await page.getByText('Password is too short').waitFor()
  await openForm(page).locator('[name=password]').fill('x'.repeat(129))
  await page.getByText('Password is too long').waitFor()
  expect(calls.slice(before)).not.toContain(auth.authenticate.path)
  page.expectClean()

  await signIn(page, { ...DEMO, password: 'not-the-password' })
  await page.getByText('Wrong e-mail or password, or the account is not confirmed yet.').first().waitFor()
  expect(await openForm(page).locator('[name=email]').inputValue()).toBe(DEMO.email)
  page.expectClean(/400 \(Bad Request\)/)
  await signIn(page)
  await page.waitForURL('**/api-dashboard')
  await page.getByRole('heading', { name: 'API Dashboard' }).waitFor()
  expect(await page.title()).toBe('Portico - API Dashboard')
  expect(await page.getByTestId('balance').textContent()).toBe('$25.000000')
  expect(calls).toContain(auth.authenticate.path)
  expect(calls.length).toBeGreaterThan(2)
  expect(missing).toEqual([])

  expect((await server.operator(['credit', DEMO.email, '1.000001', '--reason', 'a test'])).code).toBe(0)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByTestId('balance').getByText('$26.000001').waitFor()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/signin')
  await page.goBack().catch(() => undefined)
  await page.goto(`${server.url}/api-dashboard`)
  await page.waitForURL('**/signin')
  // The credit changes what depends on money, which may be requested while signing out.
  page.expectClean(/401 \(Unauthorized\) \(\S+\/api\//)
})

/** Opens the server-rendered sign-in page; its scripts load when released. */
async function openHeld(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.url}/signin`, { waitUntil: 'commit' })
  return release
}

test('the way to a new password is at the label of the password, and the keyboard reaches it after the fields', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  const form = await alive(page)
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    const forgot = form.getByRole('link', { name: 'Forgot your password?' })
    const label = await form.getByText('Password', { exact: true }).boundingBox()
    const link = await forgot.boundingBox()
    expect(Math.abs((link?.y ?? 0) - (label?.y ?? 99))).toBeLessThan(6)
    await form.locator('[name=email]').focus()
    await page.keyboard.press('Tab')
    expect(await form.locator('[name=password]').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await form.getByRole('button', { name: 'Sign in' }).count(), 'one main button').toBe(1)
    await axe(page)
  }
})

test('the way in that was used last in this browser is marked, and a stored value of any other kind marks nothing', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  const marked = () => page.locator('[data-last]').evaluateAll((all) => all.map((one) => one.textContent))
  for (const [stored, names] of [
    ['sso', ['Single sign-on']],
    ['passkey', ['Sign in with a passkey']],
    ['password', []],
    ['{"way":"sso"}', []],
    ['"sso"', []],
  ] as const) {
    await page.evaluate((text) => localStorage.setItem('last_way', text), stored)
    await page.reload()
    await alive(page)
    await expect.poll(marked).toEqual(names)
    // Without a mark it is the page that other tests check.
    if (names.length > 0) await axe(page)
  }
  await signIn(page)
  await page.waitForURL('**/api-dashboard')
  expect(await page.evaluate(() => localStorage.getItem('last_way'))).toBe('password')
  page.expectClean()
})

test('values typed before the page is interactive are preserved, and an early click sends nothing', async () => {
  const page = await newPage(DESKTOP)
  const release = await openHeld(page)
  await openForm(page).locator('[name=email]').fill(DEMO.email)
  await openForm(page).locator('[name=password]').fill(DEMO.password)
  await openForm(page).locator('[name=password]').press('Enter')
  await openForm(page).getByRole('button', { name: 'Sign in' }).click()
  expect(new URL(page.url()).pathname).toBe('/signin')
  release()
  await openForm(page).locator('button[type=submit]').click()
  await page.waitForURL('**/api-dashboard')
})

test('CO-03 CO-04 a language, a theme and values chosen before the page is interactive are preserved', async () => {
  const page = await newPage(DESKTOP)
  const release = await openHeld(page)
  await openForm(page).locator('[name=email]').fill(DEMO.email)
  await page.getByLabel('Language').selectOption('de')
  await page.getByLabel('Theme').selectOption('dark')
  expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(1)
  release()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await page.waitForFunction(() => document.body.className === 'dark')
  expect(await page.getByLabel('Sprache').inputValue()).toBe('de')
  expect(await openForm(page).locator('[name=email]').inputValue()).toBe(DEMO.email)
  await page.reload()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  expect(await page.evaluate(() => document.body.className)).toBe('dark')
  page.expectClean()
})

test('CO-03 CA-07 the language follows the browser, switches without a reload, and stays with the user; CO-04 light and dark change the body class, before the first paint, and stay with the user', async () => {
  const page = await newPage({ ...DESKTOP, language: 'ru-RU', theme: 'dark' })
  await page.goto(`${server.url}/signin`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('body').getAttribute('class')).toBe('dark')
  const darkSurface = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('heading', { name: 'Войти' }).waitFor()
  await alive(page)
  expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
  const file = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/assets/i18n/de.json')
  await page.getByLabel('Язык').selectOption('de')
  expect((await file).headers()['content-type']).toContain('application/json')
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  expect(await page.title()).toBe('Portico - Anmelden')
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await alive(page)
  await page.getByLabel('Design').selectOption('light')
  expect(await page.locator('body').getAttribute('class')).toBe('light')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(darkSurface)

  await signIn(page)
  await page.getByRole('heading', { name: 'API Dashboard' }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.waitForFunction(() => document.body.className === 'dark')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await page.getByRole('heading', { name: 'Tableau de bord API' }).waitFor()
  const elsewhere = await newPage({ ...DESKTOP, language: 'es-ES', theme: 'light' })
  await elsewhere.goto(`${server.url}/signin`)
  await alive(elsewhere)
  await signIn(elsewhere)
  await elsewhere.getByRole('heading', { name: 'Tableau de bord API' }).waitFor()
  await elsewhere.waitForFunction(() => document.body.className === 'dark')
  await elsewhere.getByRole('button', { name: 'Votre compte' }).click()
  await elsewhere.getByRole('menuitemradio', { name: 'English' }).click()
  await elsewhere.getByRole('heading', { name: 'API Dashboard' }).waitFor()
  await elsewhere.getByRole('button', { name: 'Your account' }).click()
  const saved = elsewhere.waitForResponse((reply) => reply.url().endsWith('/api/users/theme') && reply.ok())
  await elsewhere.getByRole('menuitemradio', { name: 'System theme' }).click()
  await elsewhere.waitForFunction(() => document.body.className === 'light')
  // Restores the account for the following tests.
  await saved
  page.expectClean()
})

test('PU-11 an unknown route leads to the not-found page, signed in or not', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/no/such/page`)
  await page.waitForURL('**/404')
  await page.getByText('You do not have permission to access that page.').waitFor()
  await page.getByRole('link', { name: 'Go to the main page' }).click()
  await page.waitForURL('**/signin')
})

test('signing out in one tab signs out the other', { tags: 'long' }, async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  await alive(page)
  await signIn(page)
  await page.getByTestId('balance').waitFor()
  const other = await page.context().newPage()
  await other.goto(`${server.url}/development`)
  await other.getByTestId('balance').waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.waitForURL('**/signin')
})

describe('looks', () => {
  const SIZES = Object.entries({ narrow: { width: 360, height: 700 }, desktop: DESKTOP, phone: PHONE })
  for (const [name, size] of SIZES)
    test(`sign-in and dashboard are accessible and fit, light and dark, ${name}`, { tags: 'long' }, async () => {
      const page = await newPage({ ...size, language: 'de-DE' })
      const inBothThemes = async (screen: string) => {
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme })
          await page.locator(`body.${theme}`).waitFor()
          await axe(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
          await shot(page, `${screen}-${theme}-${name}`)
        }
      }
      await page.goto(`${server.url}/signin`)
      await alive(page)
      await inBothThemes('sign-in')
      await signIn(page)
      await page.getByTestId('balance').waitFor()
      await inBothThemes('dashboard')
      page.expectClean()
    })
})
