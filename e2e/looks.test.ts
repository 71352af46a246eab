// Every screen with the data of the demo: none is endless on a phone, and none cuts, covers or overlaps anything. Then what has to fit at 1280.
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../contract/src/language.ts'
import { PATHS } from '../contract/src/screens.ts'
import { users } from '../contract/src/users.ts'
import { openServer, type Server } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { layoutFaults } from './harness-layout.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { SCREENS } from './harness-screens.ts'
import { callBeside, enter, goWithin, settler, signInBeside } from './harness-shell.ts'

const MOST_PX = 4_000
const SIZES = [PHONE, { width: 600, height: 900 }, { width: 820, height: 1180 }, DESKTOP, { width: 1920, height: 1080 }]
let server: Server
let page: WatchedPage
beforeAll(async () => {
  server = await openServer({ DEMO: 'on', BOT_CHECK: 'off' })
  page = await enter(server, PHONE)
  // More sessions and entries of the log than a profile shows at first.
  for (let n = 0; n < 6; n += 1) await signInBeside(page, server.url, DEMO)
  await callBeside(page, server.url, users.setLanguage, { language: 'de' })
  await page.reload()
})

test('no signed-in screen is higher than 4,000 px on a phone, and none cuts, covers or overlaps anything, in German', async () => {
  const settled = settler(page)
  const tooLarge: string[] = []
  const faults: string[] = []
  expect(SCREENS.length).toBeGreaterThan(25)
  for (const path of SCREENS) {
    await goWithin(page, path)
    await page.locator('main h1').first().waitFor()
    await settled()
    await expect.poll(() => page.locator('main [aria-busy=true]').count(), { timeout: 20_000 }).toBe(0)
    const { scrollHeight: high, scrollWidth: wide } = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement
      return { scrollHeight, scrollWidth }
    })
    if (high > MOST_PX || wide > PHONE.width) tooLarge.push(`${path} ${wide}×${high}`)
    for (const fault of await layoutFaults(page)) faults.push(`${path}: ${fault}`)
  }
  expect({ tooLarge, faults }).toEqual({ tooLarge: [], faults: [] })
})

test.for<[string, string, RegExp]>([
  ['text that is cut off', 'h1 { width: 20px; overflow: hidden; white-space: nowrap }', /^cut text: h1/],
  [
    'a text above another',
    'h1 { position: relative; top: 40px } h1 + * , h1 ~ * { position: relative }',
    /^texts overlap/,
  ],
  ['a cover above the controls', 'main::after { content: ""; position: fixed; inset: 0; z-index: 99 }', /^covered: /],
  ['a part wider than the window', 'main { min-width: 1400px }', /^the page scrolls sideways$/],
])('%s is a fault of the layout', async ([_, css, fault]) => {
  await goWithin(page, PATHS.payments)
  await page.locator('main h1').first().waitFor()
  await settler(page)()
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  const before = await layoutFaults(page)
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, css)
  const faults = await layoutFaults(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  expect({ before, faults }).toEqual({ before: [], faults: expect.arrayContaining([expect.stringMatching(fault)]) })
})

test('no screen cuts, covers or overlaps anything at five sizes, and its texts have enough contrast in both themes', {
  tags: 'long',
  timeout: 900_000,
}, async () => {
  const settled = settler(page)
  const faults: string[] = []
  for (const path of SCREENS) {
    await goWithin(page, path)
    await page.locator('main h1').first().waitFor()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await settled()
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
      for (const fault of await layoutFaults(page)) faults.push(`${path} at ${size.width}: ${fault}`)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await axe(page).catch((error: Error) => faults.push(`${path}, ${colorScheme}: ${error.message}`))
    }
  }
  await page.setViewportSize(PHONE)
  expect(faults).toEqual([])
})

test('F17 the playground on a phone breaks a path behind its marks only, and its bar has one line', async () => {
  await goWithin(page, PATHS.apiPlayground)
  const run = page.getByRole('button', { name: 'Ausführen', exact: true })
  const environment = page.getByRole('radio', { name: 'Sandbox (kostenlos)', exact: true })
  await run.waitFor()
  const middle = async (one: typeof run) =>
    one.evaluate((it) => {
      const { top, bottom } = (it.closest('fieldset') ?? it).getBoundingClientRect()
      return (top + bottom) / 2
    })
  expect(Math.abs((await middle(run)) - (await middle(environment)))).toBeLessThan(12)
  const breaks = await page
    .locator('main code', { hasText: /^(GET|POST) \/v3/ })
    .evaluate((code) => code.querySelectorAll('wbr').length)
  expect(breaks).toBeGreaterThan(4)
})

test('the filters of Usage are in one line at 1280 in every language', async () => {
  await page.setViewportSize(DESKTOP)
  for (const language of LANGUAGES) {
    await callBeside(page, server.url, users.setLanguage, { language })
    await page.goto(`${server.url}${PATHS.apiDetail}`)
    await page.getByRole('table').last().getByRole('row').nth(1).waitFor()
    const tops = await page.evaluate(() => {
      const bar = [...document.querySelectorAll('main button[aria-pressed]')]
        .map((one) => one.closest('div')?.parentElement)
        .find((one) => one?.querySelector('select'))
      return [...(bar?.querySelectorAll('button, select') ?? [])].map((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return Math.round((top + bottom) / 20)
      })
    })
    expect(tops.length, language).toBeGreaterThan(4)
    expect(new Set(tops).size, `${language}: ${tops}`).toBe(1)
  }
})

test('F8 F14 the tasks of Usage show the method of each endpoint whole, and opening a row moves nothing', async () => {
  await callBeside(page, server.url, users.setLanguage, { language: 'en' })
  await page.goto(`${server.url}${PATHS.apiDetail}`)
  // A function with a single method has no part below it.
  const parted = page.locator('td:nth-child(2) span > span + span')
  const row = page.getByRole('table', { name: 'Tasks', exact: true }).getByRole('row').filter({ has: parted }).first()
  const method = row.getByRole('cell').nth(1).locator('span span').last()
  await method.waitFor()
  expect(await method.textContent()).toMatch(/^\//)
  expect(await method.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  const left = () => method.evaluate((one) => one.getBoundingClientRect().left)
  const before = await left()
  await row.click()
  await page.getByRole('dialog').waitFor()
  expect(await left()).toBe(before)
})

test('P8 the account menu has one left edge and a line each for theme and language', async () => {
  await goWithin(page, PATHS.apiDashboard)
  await page.getByRole('button', { name: /Your account$/ }).click()
  const menu = page.getByRole('menu', { name: 'Your account' })
  await menu.waitFor()
  const lines = await menu
    .getByRole('group')
    .evaluateAll((groups) =>
      groups.map(
        (group) => new Set([...group.querySelectorAll('button')].map((one) => one.getBoundingClientRect().top)).size,
      ),
    )
  expect(lines).toEqual([1, 1])
  const edges = await menu.evaluate((it) =>
    [...it.querySelectorAll('[role=menuitem] > :first-child, [role=group] > :first-child')].map((one) =>
      Math.round(one.getBoundingClientRect().left),
    ),
  )
  expect(new Set(edges).size, String(edges)).toBe(1)
})
