import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerWith } from '../server/src/thirdparty/test-provider.ts'
import { type Server, startServer } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, openForm, openMailbox, PHONE, signIn, signUp } from './harness-people.ts'
import { enter, mainMenu, shown, soon } from './harness-shell.ts'

const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const provider = providerWith(
  'analytics: { kind: gtag, script: "http://127.0.0.1:9/gtag.js", id: G-1, category: analytics }',
)
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({
    BOT_CHECK: 'off',
    SMTP_URL: mailbox.url,
    PROVIDER_DIR: provider.provider_dir,
    COMMUNITY_URL: 'http://127.0.0.1:9/sso',
    COMMUNITY_SECRET: 'what the community platform and we share',
  })
})
afterAll(() => {
  mailbox.close()
  provider.remove()
})

const messages = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator(':scope > *')
const consentOf = (page: Page) => page.getByRole('region', { name: 'Your privacy' })

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('nothing of it is shown')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

/** The names of those of these that the message lies on. */
async function coveredBy(message: Locator, places: Locator): Promise<string[]> {
  const own = await boxOf(message)
  const covered: string[] = []
  for (const place of await places.all()) {
    if (!(await place.isVisible())) continue
    const { left, top, right, bottom } = await boxOf(place)
    if (own.left < right && left < own.right && own.top < bottom && top < own.bottom)
      covered.push((await place.getAttribute('name')) ?? (await place.textContent()) ?? '')
  }
  return covered
}

/** The page's clock stands still from now on: what has to pass is passed by hand. */
async function stopClock(page: WatchedPage): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

/** What an answer sets going needs a few turns of the clock; no timer of ours is that short. */
async function untilSaid(page: WatchedPage, message: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return message.isVisible()
    }, soon)
    .toBe(true)
}

describe('where messages stand', () => {
  test.each(SIZES)(
    'ER-02 on a %s a refused sign-in is said right above the form for fifteen seconds, and covers nothing of it',
    async (_, size) => {
      const page = await newPage(size)
      await page.clock.install()
      await page.goto(`${server.url}/signin`)
      await consentOf(page).waitFor()
      await alive(page)
      await stopClock(page)
      await signIn(page, { ...DEMO, password: 'not the right one' })
      const message = messages(page).first()
      await untilSaid(page, message)
      const form = await boxOf(openForm(page))
      const own = await boxOf(message)
      expect(own.bottom).toBeLessThanOrEqual(form.top)
      expect(form.top - own.bottom).toBeLessThan(150)
      expect(Math.abs(own.left + own.right - form.left - form.right) / 2).toBeLessThan(8)
      expect(await coveredBy(message, page.locator('input, button:not([popover] button), select, a'))).toEqual([])
      await page.clock.runFor(14_500)
      expect(await message.isVisible()).toBe(true)
      await page.clock.runFor(500)
      await message.waitFor({ state: 'detached' })
      page.expectClean(/401|400/)
    },
  )

  test.each(SIZES)(
    'ER-04 on a %s what a screen says covers neither the menu nor the question of consent',
    async (_, size) => {
      const page = await enter(server, size, '/api-settings')
      await consentOf(page).waitFor()
      await page.getByLabel('Limit a day for everything').fill(String(size.width))
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      const message = messages(page).first()
      await message.waitFor()
      const reach = page.locator('nav').getByRole('link').or(page.locator('nav button')).or(consentOf(page))
      expect(await coveredBy(message, reach)).toEqual([])
      // Nor does the question cover what stands at the foot of the menu.
      if (size === DESKTOP) {
        const foot = mainMenu(page).getByRole('link', { name: 'AI Chat' })
        expect((await boxOf(foot)).bottom).toBeLessThanOrEqual((await boxOf(consentOf(page))).top)
      }
      const before = await boxOf(message)
      await consentOf(page).getByRole('button', { name: 'Only necessary' }).click()
      await consentOf(page).waitFor({ state: 'detached' })
      expect((await boxOf(message)).bottom).toBeGreaterThan(before.bottom)
    },
  )

  test.each(SIZES)('HD-05 on a %s what is said above a dialog does not lie on its buttons', async (_, size) => {
    const page = await enter(server, size, '/signin?integrity=sso')
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
    expect(size.height - gap.bottom).toBeLessThan(size === PHONE ? 320 : 160)
  })
})

describe('how long messages stand', () => {
  test('ER-04 success stays until it is closed, and is not taken to the next screen; of two answers only the later one stands', async () => {
    const page = await newPage(DESKTOP)
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
      await untilSaid(page, messages(page).first())
    }
    await page.clock.runFor(3_600_000)
    expect(await messages(page).count()).toBe(1)
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await untilSaid(page, page.getByRole('heading', { name: 'Sign in' }))
    await expect.poll(() => messages(page).count(), soon).toBe(0)
  })

  test('PU-01 ER-02 that a mail waits is not said any more where the account is confirmed, nor that on the dashboard', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(`${server.url}/register`)
    await signUp(page, 'almost@example.com')
    await messages(page).filter({ hasText: 'Almost done.' }).waitFor()
    const { text } = await mailbox.next('almost@example.com')
    await page.getByRole('link', { name: 'Enter the code' }).click()
    await page.waitForURL('**/activate')
    const activation = await alive(page)
    await expect.poll(() => messages(page).count(), soon).toBe(0)
    await activation
      .locator('input')
      .first()
      .fill(/^\s*([A-Z0-9]{6})\s*$/m.exec(text)?.[1] ?? '')
    await activation.locator('button[type=submit]').click()
    await page.waitForURL('**/signin')
    await messages(page).filter({ hasText: 'Your account is confirmed.' }).waitFor()
    expect(await messages(page).count()).toBe(1)
    await signIn(page, { email: 'almost@example.com', password: 'a long and quiet river' })
    await shown(page)
    expect(await messages(page).count()).toBe(0)
  })
})

describe('a screen that is late', () => {
  test('MN-01 HD-04 a pressed entry is chosen at once, the header shows that something comes, and nothing is moved', async () => {
    const page = await enter(server, DESKTOP, '/api-dashboard')
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
  })
})
