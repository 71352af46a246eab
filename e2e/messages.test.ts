import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { users } from '../contract/src/users.ts'
import { providerWith } from '../server/src/testing/scripts/provider.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { stopClock, untilPrinted } from './harness-clock.ts'
import { alive, DEMO, MOVING_DESKTOP, MOVING_PHONE, openForm, preferencesLink, signIn } from './harness-people.ts'
import { callBeside, enter, goWithin, mainMenu, shown, signInBeside, soon } from './harness-shell.ts'

const SIZES = [
  ['desktop', MOVING_DESKTOP],
  ['phone', MOVING_PHONE],
] as const

let server: Server
/** Shared by all tests of a signed-in user. */
let shared: WatchedPage
const provider = providerWith(
  'analytics: { kind: gtag, script: "http://127.0.0.1:9/gtag.js", id: G-1, category: analytics }',
)
beforeAll(async () => {
  server = await openServer({
    BOT_CHECK: 'off',
    PROVIDER_DIR: provider.provider_dir,
    COMMUNITY_URL: 'http://127.0.0.1:9/sso',
    COMMUNITY_SECRET: 'what the community platform and we share',
  })
  shared = await enter(server, MOVING_DESKTOP, '/databases/list')
})
afterAll(() => {
  provider.remove()
})

const messages = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator(':scope > *')
const consentOf = (page: Page) => page.getByRole('region', { name: 'Your privacy' })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not visible')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

/** The names of the elements that the message covers. */
async function coveredBy(message: Locator, elements: Locator): Promise<string[]> {
  const own = await boxOf(message)
  const covered: string[] = []
  for (const element of await elements.all()) {
    if (!(await element.isVisible())) continue
    const { left, top, right, bottom } = await boxOf(element)
    if (own.left < right && left < own.right && own.top < bottom && top < own.bottom)
      covered.push((await element.getAttribute('name')) ?? (await element.textContent()) ?? '')
  }
  return covered
}

describe('positions of messages', () => {
  for (const [[name, size], options] of variants(SIZES))
    test(
      `ER-02 a refused sign-in is shown right above the form for fifteen seconds on a ${name} and covers nothing of it`,
      options,
      async () => {
        const page = await newPage(size)
        await page.clock.install()
        await page.goto(`${server.url}/signin`)
        await consentOf(page).waitFor()
        await alive(page)
        await stopClock(page)
        await signIn(page, { ...DEMO, password: 'not the right one' })
        const message = messages(page).first()
        await untilPrinted(page, message)
        const form = await boxOf(openForm(page))
        const own = await boxOf(message)
        expect(own.bottom).toBeLessThanOrEqual(form.top)
        expect(form.top - own.bottom).toBeLessThan(150)
        expect(Math.abs(own.left + own.right - form.left - form.right) / 2).toBeLessThan(8)
        expect(await coveredBy(message, page.locator('input, button:not([popover] button), select, a'))).toEqual([])
        expect(await coveredBy(message, page.locator('main svg, main img').first()), 'the logo').toEqual([])
        const shown = page.getByText('Wrong e-mail or password, or the account is not confirmed yet.')
        expect(await shown.filter({ visible: true }).count(), 'it is shown once').toBe(1)
        await page.clock.runFor(14_500)
        expect(await message.isVisible()).toBe(true)
        await page.clock.runFor(500)
        await message.waitFor({ state: 'detached' })
        page.expectClean(/401|400/)
      },
    )

  for (const [[name, size], options] of variants(SIZES))
    test(`ER-04 a message on a ${name} covers neither the menu nor the consent banner`, options, async () => {
      const page = shared
      await page.setViewportSize({ width: size.width, height: size.height })
      // The banner is reset if an earlier test has answered it.
      await page.context().clearCookies({ name: 'cc_cookie' })
      await page.goto(`${server.url}/api-settings`)
      await consentOf(page).waitFor()
      await page.getByLabel('Total daily limit').fill(String(size.width))
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      const message = messages(page).first()
      await message.waitFor()
      const reach = page.locator('nav').getByRole('link').or(page.locator('nav button')).or(consentOf(page))
      expect(await coveredBy(message, reach)).toEqual([])
      // The banner does not cover the end of the menu either.
      if (size === MOVING_DESKTOP) {
        const foot = mainMenu(page).getByRole('link', { name: 'AI Chat' })
        expect((await boxOf(foot)).bottom).toBeLessThanOrEqual((await boxOf(consentOf(page))).top)
      }
      const before = await boxOf(message)
      await consentOf(page).getByRole('button', { name: 'Only necessary' }).click()
      await consentOf(page).waitFor({ state: 'detached' })
      expect((await boxOf(message)).bottom).toBeGreaterThan(before.bottom)
      await page.setViewportSize({ width: MOVING_DESKTOP.width, height: MOVING_DESKTOP.height })
    })

  for (const [[name, size], options] of variants(SIZES))
    test(`HD-05 a message above a dialog on a ${name} does not cover its buttons`, options, async () => {
      const page = shared
      await page.setViewportSize({ width: size.width, height: size.height })
      await page.goto(`${server.url}/signin?integrity=sso`)
      await page.route('**/third-party/integrity/sso', (route) =>
        route.fulfill({ json: { success: false, return_url: '' } }),
      )
      const dialog = page.getByRole('dialog', { name: 'Accept Integration' })
      await dialog.getByRole('button', { name: 'Accept' }).click()
      const message = page.getByRole('alert').filter({ hasText: 'Some error.' })
      await message.waitFor()
      expect(await coveredBy(message, dialog.getByRole('button'))).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      const gap = await boxOf(page.getByRole('region', { name: 'Notifications' }))
      expect(size.height - gap.bottom).toBeLessThan(size === MOVING_PHONE ? 320 : 160)
      await page.setViewportSize({ width: MOVING_DESKTOP.width, height: MOVING_DESKTOP.height })
    })
})

describe('duration of messages', () => {
  test('ER-04 a success message stays until it is closed or the screen changes; a later message replaces it', async () => {
    const page = await newPage(MOVING_DESKTOP)
    await page.clock.install()
    await page.goto(`${server.url}/forgot-password`)
    const form = await alive(page)
    await consentOf(page).waitFor()
    await stopClock(page)
    for (const email of ['one@example.com', 'other@example.com']) {
      const answered = page.waitForResponse('**/api/auth/**')
      await form.locator('[name=email]').fill(email)
      await form.locator('button[type=submit]').click()
      await (await answered).finished()
      await untilPrinted(page, messages(page).first())
    }
    await page.clock.runFor(3_600_000)
    expect(await messages(page).count()).toBe(1)
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await untilPrinted(page, page.getByRole('heading', { name: 'Sign in' }))
    await expect.poll(() => messages(page).count(), soon).toBe(0)
  })
})

describe('duration of other messages', () => {
  test('ER-03 a switched login is shown for one and a half seconds, and so is a failed switch', async () => {
    const page = await newPage(MOVING_DESKTOP)
    await page.clock.install()
    await signInBeside(page, server.url, DEMO)
    await callBeside(page, server.url, access.addMachineLogin, { name: 'clock' })
    await page.goto(`${server.url}/api-dashboard`)
    await shown(page)
    const dialog = page.getByRole('dialog', { name: 'Switch Account' })
    await page.route(`**${users.setActiveApiUser.path}`, (route) => route.fulfill({ json: { data: { user: null } } }))
    for (const text of ['Error', 'Active API login was changed successful']) {
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('menuitem', { name: 'Switch Account' }).click()
      await dialog.getByRole('button', { name: /clock/ }).waitFor()
      await stopClock(page)
      await dialog.getByRole('button', { name: /clock/ }).click()
      const message = messages(page).getByText(text, { exact: true })
      await untilPrinted(page, message)
      await page.clock.runFor(1_300)
      expect(await message.isVisible()).toBe(true)
      await page.clock.runFor(200)
      await message.waitFor({ state: 'detached' })
      await page.unroute(`**${users.setActiveApiUser.path}`)
      await page.clock.resume()
      await dialog.waitFor({ state: 'hidden' })
    }
  })

  test('PU-10 ER-04 a failure to save preferences is shown, and two seconds later the visitor is led home, unless they saved or left meanwhile; the message of an address is gone with it', async () => {
    const page = await newPage(MOVING_DESKTOP)
    await page.clock.install()
    await page.goto(await preferencesLink(server, DEMO.email))
    await page.getByText('Preferences for d•••@portico.example.').waitFor()
    await stopClock(page)
    const fail = async () => {
      await page.route('**/api/auth/unsubscribe', (route) => route.fulfill({ json: { res: 'error', data: null } }))
      await page.getByRole('button', { name: 'Save' }).click()
      await untilPrinted(page, messages(page).getByText('Some error. Try Again.', { exact: true }))
    }
    await fail()
    await page.unroute('**/api/auth/unsubscribe')
    await page.getByRole('button', { name: 'Save' }).click()
    await untilPrinted(page, messages(page).getByText('Your subscription settings was successfully saved!'))
    await page.clock.runFor(2_500)
    expect(new URL(page.url()).pathname, 'the second press was saved').toBe('/unsubscribe')
    await fail()
    await goWithin(page, '/forgot-password')
    await untilPrinted(page, page.getByRole('heading', { name: /password/i }))
    await page.clock.runFor(2_500)
    expect(new URL(page.url()).pathname).toBe('/forgot-password')
    await page.goBack()
    await untilPrinted(page, page.getByRole('button', { name: 'Save' }))
    await fail()
    await page.clock.runFor(1_800)
    expect(new URL(page.url()).pathname).toBe('/unsubscribe')
    await page.clock.runFor(300)
    await untilPrinted(page, page.getByRole('heading', { name: 'Sign in' }))
    await goWithin(page, '/signin/No%20luck')
    const ofAddress = messages(page).getByText('The link you opened says: “No luck”')
    await untilPrinted(page, ofAddress)
    await goWithin(page, '/register')
    const isGone = async () => {
      await page.clock.runFor(1)
      return (await ofAddress.count()) === 0
    }
    await expect.poll(isGone, soon).toBe(true)
  })
})

describe('typed values after a failure', () => {
  const FORMS = [
    ['/forgot-password', '**/api/auth/forgot-password'],
    ['/resend-activation', '**/api/auth/resend-activation'],
    ['/register', '**/api/auth/register'],
  ] as const
  const filled = async (page: WatchedPage) => {
    const form = await alive(page)
    await form.locator('[name=email]').fill('typed@example.com')
    if (await form.locator('[name=privacy]').count()) {
      await form.locator('[name=password]').fill('a long and quiet river')
      await form.locator('[name=privacy]').check()
    }
    return form
  }
  const refusal = {
    status: 400,
    json: {
      code: 'invalid_input',
      msg: '',
      errors: [],
      fields: { email: 'Email is invalid', name: 'This is too long' },
    },
  }

  for (const [[path, call], options] of variants(FORMS))
    test(
      `ER-01 ER-02 ${path} shows the server’s refusals, joined with commas, also at the form, and is reset; it preserves typed values when the server is unreachable or fails, and shows that at the button`,
      options,
      async () => {
        const page = await newPage(MOVING_PHONE)
        await page.goto(`${server.url}${path}`)
        const form = await filled(page)
        await page.route(call, (route) => route.fulfill(refusal))
        await form.locator('button[type=submit]').click()
        const message = messages(page).filter({ hasText: 'Email is invalid, This is too long' })
        await message.getByRole('button', { name: 'Close' }).waitFor()
        await form.getByText('Email is invalid, This is too long').waitFor()
        expect(await form.locator('[name=email]').inputValue()).toBe('')
        page.expectClean(/400 \(Bad Request\)/)

        await page.unroute(call)
        await filled(page)
        for (const [answer, text] of [
          [undefined, 'No connection. Check your network and try again.'],
          [{ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, 'Some error.'],
        ] as const) {
          await page.route(call, (route) => (answer ? route.fulfill(answer) : route.abort()))
          await form.locator('button[type=submit]').click()
          await form.getByText(text, { exact: true }).waitFor()
          expect(await form.locator('[name=email]').inputValue()).toBe('typed@example.com')
          await page.unroute(call)
        }
        if (path === '/register') expect(await form.locator('[name=privacy]').isChecked()).toBe(true)
        await form.locator('button[type=submit]').click()
        await expect.poll(() => form.getByText('Some error.', { exact: true }).count(), soon).toBe(0)
      },
    )

  test('required fields are announced as required, optional ones are not', async () => {
    const page = await newPage(MOVING_DESKTOP)
    await page.goto(`${server.url}/register`)
    const form = await alive(page)
    const required = (name: string) => form.locator(`[name=${name}]`).getAttribute('aria-required')
    for (const name of ['email', 'password', 'privacy']) expect([name, await required(name)]).toEqual([name, 'true'])
    expect(await required('name')).toBe(null)
  })
})

describe('a slow screen', () => {
  test('MN-01 HD-04 a clicked menu entry is selected at once, the header shows progress, and nothing shifts', async () => {
    const page = shared
    // A new document, which has no chunk of the next screen yet.
    await page.goto(`${server.url}/api-dashboard`)
    await page.getByRole('heading', { level: 1, name: 'API Dashboard' }).waitFor()
    await shown(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    const entry = mainMenu(page).getByRole('link', { name: 'Errors' })
    const header = page.getByRole('banner')
    const content = page.locator('main')
    const before = (await boxOf(content)).top
    await entry.click()
    await expect.poll(() => entry.getAttribute('aria-current'), soon).toBe('page')
    expect(await mainMenu(page).getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBeNull()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('API Dashboard')
    expect([await header.getAttribute('aria-busy'), await content.getAttribute('aria-busy')]).toEqual(['true', 'true'])
    expect(await header.evaluate((one) => getComputedStyle(one, '::after').height)).toBe('2px')
    await page.getByText('Slow network connection detected. Please wait.').waitFor()
    expect((await boxOf(content)).top).toBe(before)
    held.resolve()
    await page.getByRole('heading', { level: 1, name: 'API Errors' }).waitFor()
    expect([await header.getAttribute('aria-busy'), await content.getAttribute('aria-busy')]).toEqual([
      'false',
      'false',
    ])
    expect(await entry.getAttribute('aria-current')).toBe('page')
    await page.unroute('**/assets/*.js')
  })

  test('HD-04 a slow sign-in shows that the network is slow until it succeeds', async () => {
    const page = await newPage(MOVING_DESKTOP)
    await page.clock.install()
    await page.goto(`${server.url}/signin`)
    await alive(page)
    await stopClock(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/auth/authenticate', async (route) => {
      await held.promise
      await route.continue()
    })
    const request = page.waitForRequest('**/api/auth/authenticate')
    await signIn(page)
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return page.getByRole('button', { name: 'Sign in' }).first().isDisabled()
      }, soon)
      .toBe(true)
    await request
    const slow = page.getByText('Slow network connection detected. Please wait.')
    expect(await slow.isVisible()).toBe(false)
    await page.clock.runFor(3_000)
    await slow.waitFor()
    held.resolve()
    await untilPrinted(page, page.getByTestId('balance'))
    expect(await slow.isVisible()).toBe(false)
  })
})
