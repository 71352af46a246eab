// Every card of Errors, of an account that really made these mistakes, compared with the file it exports.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { access } from '../contract/src/access.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { axe, shot } from './harness-browser.ts'
import { DESKTOP, openMailbox } from './harness-people.ts'
import { callFrom, enter, shown, soon } from './harness-shell.ts'
import { type Customer, LIVE, newCustomer, SUBSCRIBED } from './harness-traffic.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const LONG = 'x'.repeat(900)
let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let nina: Customer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ SMTP_URL: mailbox.url, BOT_CHECK: 'off', DEMO: 'on', LOG_LEVEL: 'error' })
  nina = await newCustomer(server, mailbox, 'nina@example.com', DESKTOP)
  expect(await nina.send(SUBSCRIBED, [{ target: 'example.com' }])).toEqual([40204])
  expect(await nina.send(LIVE, [{ location_code: 2840 }])).toEqual([40501])
  expect(await nina.send(LIVE, [{ keyword: 'a', location_code: 2840, language_code: 'en', [LONG]: 1 }])).toHaveLength(1)
})
afterAll(() => mailbox.close())

async function open(page: Page, path: string) {
  await page.goto(`${server.url}${path}`)
  await shown(page)
}
const table = (page: Page) => page.getByRole('table', { name: 'Errors by cause' })

for (const [width, options] of variants([1280, 390, 860]))
  test(
    `at ${width} px every cause shows its whole message, what to do, and the button that ends it`,
    options,
    async () => {
      const { page } = nina
      await page.setViewportSize({ width, height: 900 })
      await open(page, '/api-errors')
      const row = table(page).getByRole('row', { name: /40204/ })
      await row.waitFor()
      await row.getByText('Activate', { exact: true }).waitFor()
      expect(await row.getByText('Activate', { exact: true }).isVisible()).toBe(true)
      const failed = (await nina.rows()).filter(({ status_class }) => status_class !== 'ok')
      await page.getByText(`${failed.length} errors, grouped by code and function`).waitFor()
      // Badges begin at the same place in every row, beside a button of its whole size.
      const unfold = table(page).getByRole('button', { name: 'Details' })
      const places = new Set<number>()
      for (const one of await unfold.all()) {
        const box = await one.boundingBox()
        expect([box?.width, box?.height]).toEqual([28, 28])
        places.add(Math.round(box?.x ?? 0))
      }
      expect(places.size).toBe(1)
      // Nothing of a message is cut.
      const cut = await table(page)
        .locator('td')
        .evaluateAll(
          (cells) =>
            cells.flatMap((cell) =>
              [cell, ...cell.querySelectorAll('*')].filter(
                (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'hidden',
              ),
            ).length,
        )
      expect(cut).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await shot(page, `errors-${width}`)
      page.expectClean()
    },
  )

test('a wrong API password is said above the list, with where it came from and where to put it right', async () => {
  const { page } = nina
  const { basic } = await callFrom(page, access.showPassword, {})
  const login = atob(basic).split(':')[0]
  expect(await nina.send(LIVE, undefined, `Basic ${btoa(`${login}:not-it`)}`)).toEqual([40100])
  const said = page.getByText(/^Wrong API password from (127\.0\.0\.1|::1)\./)
  await expect
    .poll(async () => {
      await open(page, '/api-errors')
      return said.waitFor({ timeout: 2_000 }).then(
        () => 'said',
        () => 'not yet',
      )
    }, soon)
    .toBe('said')
  await axe(page)
  await shot(page, 'errors-wrong-password')
  await page.getByRole('link', { name: 'Go to API Access' }).first().click()
  await page.waitForURL('**/api-access')
  page.expectClean()
})

test('a status has the same colour on Usage and on Errors', { tags: 'long' }, async () => {
  const { page } = nina
  await page.setViewportSize(DESKTOP)
  const swatch = async (name: string, figure: string) => {
    const key = page.getByRole('figure', { name: figure }).getByRole('button', { name, exact: true })
    await key.waitFor()
    return key
      .locator('svg rect')
      .first()
      .evaluate((one) => getComputedStyle(one).fill)
  }
  await open(page, '/api-errors')
  const invalid = await swatch('Invalid request', 'Errors over time')
  const limits = await swatch('Balance and limits', 'Errors over time')
  expect(invalid).not.toBe(limits)
  await open(page, '/api-detail?group=status')
  expect(await swatch('Invalid request', 'Tasks by status')).toBe(invalid)
  page.expectClean()
})

test('Back returns to where one was in the code reference, and its search stands in the address', async () => {
  const page = await enter(server, DESKTOP, '/api-errors?tab=codes')
  await page.getByRole('searchbox', { name: 'Search codes' }).fill('4')
  await expect.poll(() => new URL(page.url()).searchParams.get('q'), soon).toBe('4')
  // The browser follows what it shows while the entries that are not looked for go away.
  await expect.poll(() => page.locator('li[id="20000"]').count(), soon).toBe(0)
  await page.evaluate(() => scrollTo(0, 1200))
  expect(await page.evaluate(() => scrollY)).toBe(1200)
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'API settings' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.getByRole('searchbox', { name: 'Search codes' }).waitFor()
  const place = () => page.evaluate(() => Math.round(scrollY))
  await expect.poll(place, soon).toBe(1200)
  // A page that got shorter and longer between two frames has moved nobody on purpose.
  await page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) throw new Error('no main')
    main.style.display = 'none'
    main.getBoundingClientRect()
    main.style.display = ''
    main.style.paddingBottom = '300px'
  })
  await expect.poll(place, soon).toBe(1200)
  await page.evaluate(() => scrollTo(0, 700))
  await new Promise((done) => setTimeout(done, 300))
  expect(await place(), 'somebody scrolled').toBe(700)
  expect(await page.getByRole('searchbox', { name: 'Search codes' }).inputValue()).toBe('4')
  page.expectClean()
})

test('where the browser chooses the colours, only the chosen tab is underlined and the open entry of the menu differs', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/api-errors')
  await page.emulateMedia({ forcedColors: 'active' })
  const lines = await page
    .getByRole('tab')
    .evaluateAll((tabs) =>
      tabs.map((tab) => getComputedStyle(tab).borderBottomColor !== getComputedStyle(document.body).backgroundColor),
    )
  expect(lines).toEqual([true, false, false])
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const look = (name: string) =>
    menu.getByRole('link', { name, exact: true }).evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(await look('Errors')).not.toBe(await look('API Access'))
  page.expectClean()
})
