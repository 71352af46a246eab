import { afterAll, beforeAll, expect, test } from 'vitest'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { alive, DESKTOP, linkTo, openMailbox, PHONE, preferencesLink, signUp } from './harness-people.ts'
import { settler } from './harness-shell.ts'

const LANGUAGES = ['de', 'en', 'ru', 'es', 'fr']
const PAGES = [
  '/signin',
  '/register',
  '/activate',
  '/activate/somebody',
  '/resend-activation',
  '/forgot-password',
  '/404',
]
/** Pages with a message and a link, without a form. */
const WITHOUT_FORM = ['/activate', '/404']

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ SMTP_URL: mailbox.url })
})
afterAll(() => mailbox.close())

/** Text that overflows its box, and pages that scroll sideways. */
function cutTexts(page: WatchedPage): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('h1, p, a, button, label, option, li, span')].filter(
      (one) => {
        const { overflow, textOverflow } = getComputedStyle(one)
        const hides = overflow !== 'visible' || textOverflow === 'ellipsis'
        return (
          one.checkVisibility() &&
          !one.closest('[inert]') &&
          hides &&
          one.clientWidth > 1 &&
          one.scrollWidth > one.clientWidth + 1
        )
      },
    )
    const sideways = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    return [...sideways, ...cut.map((one) => `${one.tagName} ${one.textContent}`)]
  })
}

test('P5 P6 a visitor without a sign-up gets a new link instead of fields, and a mistyped address names what may help', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/activate`)
  await page.getByText('No sign-up in this browser is waiting for a code.').waitFor()
  expect(await page.locator('main input').count()).toBe(0)
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await page.waitForURL('**/resend-activation')
  await page.goto(`${server.url}/activate/somebody`)
  await page.locator('[name=code]').waitFor()
  await page.goto(`${server.url}/sign-inn`)
  await page.getByText('Check the address for typos').waitFor()
})

test('P2 what follows a hint at sign-up has its distance from it', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/register`)
  const form = await alive(page)
  const hint = await form.getByText('At least 6 characters').boundingBox()
  const box = await form.locator('[name=privacy]').boundingBox()
  expect((box?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeGreaterThanOrEqual(16)
})

for (const [language, options] of variants(LANGUAGES))
  test(
    `every public page in ${language} is accessible and neither cut off nor scrolling sideways, light and dark, on desktop and on a narrow phone`,
    options,
    async () => {
      const page = await newPage({ ...DESKTOP, language })
      const settled = settler(page)
      for (const path of PAGES) {
        await page.setViewportSize(DESKTOP)
        await page.goto(server.url + path)
        await page.locator('h1:visible').first().waitFor()
        if (!WITHOUT_FORM.includes(path)) await alive(page)
        else await page.locator('main a').first().waitFor()
        await settled()
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme })
          await page.locator(`body.${theme}`).waitFor()
          for (const size of [DESKTOP, { ...PHONE, width: 360 }]) {
            await page.setViewportSize(size)
            expect({ path, theme, size, cut: await cutTexts(page) }).toEqual({ path, theme, size, cut: [] })
            // Light on a desktop and dark on a phone; the aside is only on a desktop, so one of these is also checked in dark.
            const isTurn = (theme === 'light') === (size === DESKTOP)
            if (isTurn || language !== LANGUAGES[0] || (size === DESKTOP && path === '/register')) await axe(page)
          }
        }
      }
      page.expectClean(/404 \(Not Found\) \(\S+\/404\)/)
    },
  )

for (const [language, options] of variants(LANGUAGES))
  test(
    `the status page in ${language} is readable without script, accessible, and leads by mail to a subscription`,
    options,
    async () => {
      const page = await newPage({ ...DESKTOP, language })
      const email = `status-${language}@example.com`
      await page.goto(`${server.url}/status`)
      expect(await page.locator('script').count()).toBe(0)
      for (const [theme, size] of [
        ['light', DESKTOP],
        ['dark', { ...PHONE, width: 360 }],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize(size)
        expect(await cutTexts(page)).toEqual([])
        await axe(page)
      }
      await page.locator('input[type=email]').fill(email)
      await page.locator('form button').click()
      await page.waitForURL('**/status/subscribe?*')
      const { links } = await mailbox.next(email)
      await page.goto(linkTo(links, '/status/confirm/'))
      await axe(page)
      await page.locator('form button').click()
      await page.getByText(email).waitFor()
      expect(await page.locator('form').count()).toBe(0)
      page.expectClean()
    },
  )

test('PU-09 PU-10 the pages behind mail links are accessible and fit', async () => {
  const page = await newPage({ ...PHONE, language: 'de' })
  await page.goto(`${server.url}/register`)
  await signUp(page, 'looks@example.com')
  const { links } = await mailbox.next('looks@example.com')
  const other = await newPage({ ...PHONE, theme: 'dark', language: 'de' })
  await other.goto(linkTo(links, '/activate_fast/'))
  await other.locator('form').waitFor()
  await axe(other)
  expect(await cutTexts(other)).toEqual([])
  await page.goto(linkTo(links, '/activate_fast/'))
  await page.waitForURL('**/signin')
  await page.goto(await preferencesLink(server, 'looks@example.com'))
  await page.getByRole('switch').first().waitFor()
  await axe(page)
  expect(await cutTexts(page)).toEqual([])
})

test('the whole sign-in and sign-up can be done by keyboard', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  await page.locator('form:not([inert] form) button[type=submit]').waitFor()
  const reached: string[] = []
  for (let at = 0; at < 14; at += 1) {
    const name = await page.evaluate(() => {
      const one = document.activeElement
      return one instanceof HTMLInputElement ? one.name : (one?.textContent ?? '').trim()
    })
    reached.push(name)
    await page.keyboard.press('Tab')
  }
  for (const wanted of ['email', 'password', 'Sign in', 'Forgot your password?', 'Sign up'])
    expect(reached).toContain(wanted)
  expect(reached.filter((name) => name === 'email').length).toBeLessThanOrEqual(2)
})
