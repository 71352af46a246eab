import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { MOVING_DESKTOP, MOVING_PHONE } from './harness-people.ts'
import { enter, fakeSite, goWithin, mainMenu, newTabBy, shown, soon } from './harness-shell.ts'

const TABLET = { width: 800, height: 1000 }
const DOCS = 'https://docs.portico.example/'
const CHAT = 'https://chat.portico.example/'

let server: Server
/** Shared by all tests, each of which opens its own screen and leaves the menu unchanged. */
let page: WatchedPage
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off' })
  page = await enter(server, MOVING_DESKTOP, '/databases/list')
})

/** Another size or another screen of the same page. */
async function begin(path: string, title: string, size: { width: number; height: number } = MOVING_DESKTOP) {
  await page.setViewportSize({ width: size.width, height: size.height })
  await goWithin(page, path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const section = (page: Page, name: string) => mainMenu(page).getByRole('button', { name, exact: true })
const entry = (page: Page, name: string) => mainMenu(page).getByRole('link', { name, exact: true })
const toggle = (page: Page, name: string) => mainMenu(page).getByRole('button', { name: `Sections of ${name}` })
/** The part that its toggle opens and closes. */
const subsOf = async (page: Page, name: string) =>
  mainMenu(page).locator(`[id="${await toggle(page, name).getAttribute('aria-controls')}"]`)
const linksIn = (element: Locator) =>
  element.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
/** The links that are marked as current. */
const current = () =>
  mainMenu(page)
    .locator('[aria-current]')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]))
const widthOf = async (element: Locator) => (await element.boundingBox())?.width
const isSeen = (element: Locator) =>
  element.evaluate((one) => one.getBoundingClientRect().width > 1 && one.getBoundingClientRect().height > 1)

describe('the panel', () => {
  test('MN-01 MN-02 MN-03 groups and entries are in the specified order, each with its address', async () => {
    await begin('/databases/list', 'Databases')
    const menu = await mainMenu(page)
      .locator('section')
      .evaluateAll((sections) =>
        sections.map((one) => [
          one.querySelector('h2')?.textContent,
          [...one.querySelectorAll(':scope > ul > li > div a')].map((link) => [
            link.querySelector('span')?.textContent,
            link.getAttribute('href'),
          ]),
        ]),
      )
    expect(menu).toEqual([
      ['Main', [['Dashboard', '/api-dashboard']]],
      [
        'API',
        [
          ['API Access', '/api-access'],
          ['Usage', '/api-detail'],
          ['Errors', '/api-errors'],
          ['Playground', '/api-playground'],
          ['Settings', '/api-settings'],
          ['Documentation', DOCS],
          ['development', '/development'],
        ],
      ],
      [
        'Databases',
        [
          ['List', '/databases/list'],
          ['My Purchases', '/databases/purchases'],
        ],
      ],
      [
        'Billing',
        [
          ['Backlinks API Access', '/backlinks-subscription'],
          ['Access Subscriptions', '/api-access-subscription'],
          ['Payments', '/users/getrows'],
        ],
      ],
    ])
    page.expectClean()
  })

  test('MN-01 several sections are open at once, each can be collapsed, and that is remembered', async () => {
    await begin('/api-errors', 'API Errors')
    await section(page, 'Databases').click()
    await entry(page, 'List').waitFor({ state: 'hidden' })
    for (const name of ['Dashboard', 'Errors', 'Payments']) expect(await entry(page, name).isVisible()).toBe(true)
    expect(await section(page, 'Databases').getAttribute('aria-expanded')).toBe('false')
    await page.reload()
    await shown(page)
    expect(await entry(page, 'List').isVisible()).toBe(false)
    expect(await entry(page, 'Payments').isVisible()).toBe(true)
    await section(page, 'Databases').press('Enter')
    await entry(page, 'List').waitFor()
  })

  test('MN-04 the active entry is the one the address starts with, by whole segments', async () => {
    await begin('/api-access-subscription', 'API Access Subscriptions')
    await expect.poll(current, soon).toEqual([['/api-access-subscription', 'page']])
    await entry(page, 'API Access').click()
    await page.waitForURL('**/api-access')
    await expect.poll(current, soon).toEqual([['/api-access', 'page']])
    await goWithin(page, '/api-detail/serp')
    await expect.poll(current, soon).toEqual([
      ['/api-detail', 'true'],
      ['/api-detail/serp', 'page'],
    ])
  })

  test('MN-05 MN-06 Menu mini is not a link: it makes the panel 54 wide without titles, which is remembered; names are tooltips there, and submodules open beside', async () => {
    await begin('/api-errors', 'API Errors')
    const panel = mainMenu(page).locator('..')
    expect(await widthOf(panel)).toBe(240)
    const mini = mainMenu(page).locator('#hide-panel')
    expect(await mini.evaluate((one) => [one.tagName, one.textContent])).toEqual(['BUTTON', 'Menu mini'])
    await mini.click()
    await expect.poll(() => widthOf(panel), soon).toBe(54)
    expect(await mainMenu(page).getByRole('heading').count()).toBe(0)
    expect(await mainMenu(page).getByRole('link').first().textContent()).toBe('Dashboard')
    expect(await entry(page, 'Errors').getAttribute('aria-current')).toBe('page')
    await page.reload()
    await shown(page)
    expect(await widthOf(panel)).toBe(54)
    await entry(page, 'API Access').hover()
    await page.getByRole('tooltip').filter({ hasText: 'API Access', visible: true }).waitFor()
    await mainMenu(page).getByRole('button', { name: 'Playground' }).click()
    const beside = page.getByRole('menu', { name: 'Playground' })
    await beside.getByRole('menuitem', { name: 'AI optimization' }).waitFor()
    await axe(page)
    await beside.getByRole('menuitem', { name: 'AI optimization' }).click()
    await page.waitForURL('**/api-playground/ai-optimization')
    await beside.waitFor({ state: 'hidden' })
    await mainMenu(page).getByRole('button', { name: 'Playground' }).press('ArrowDown')
    await beside.getByRole('menuitemradio', { name: 'AI optimization', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await beside.waitFor({ state: 'hidden' })
    await mainMenu(page).getByRole('button', { name: 'Expand menu' }).click()
    await expect.poll(() => widthOf(panel), soon).toBe(240)
    await mainMenu(page).getByRole('heading', { name: 'Billing' }).waitFor()
    page.expectClean()
  })
})

describe('submenus', () => {
  test('MN-06 MN-07 MN-08 Usage opens into its own routes, without reviews unless they were granted', async () => {
    await begin('/databases/list', 'Databases')
    const subs = await subsOf(page, 'Usage')
    expect(await subs.isVisible()).toBe(false)
    await toggle(page, 'Usage').click()
    const names = [
      'serp',
      'keywords',
      'traffic-analytics',
      'domain-analytics',
      'portico-labs',
      'backlinks',
      'on-page',
      'content-analysis',
      'merchant',
      'app-data',
      'business-data',
      'content-generation',
      'unified-overview',
    ]
    expect(await linksIn(subs)).toEqual(names.map((name) => `/api-detail/${name}`))
    await subs.getByRole('link', { name: 'Content generation' }).click()
    await page.waitForURL('**/api-detail/content-generation')
    await expect.poll(() => page.title(), soon).toBe('Portico - API Usage')
    await page.reload()
    await shown(page)
    expect(await (await subsOf(page, 'Usage')).isVisible()).toBe(true)
    expect(await current()).toEqual([
      ['/api-detail', 'true'],
      ['/api-detail/content-generation', 'page'],
    ])
    await toggle(page, 'Usage').click()
    await (await subsOf(page, 'Usage')).waitFor({ state: 'hidden' })
    page.expectClean()
  })

  test('MN-06 clicking an entry without submodules raises a menu-item-click action, one that opens others does not', async () => {
    await begin('/databases/list', 'Databases')
    await page.evaluate(() => {
      const received: unknown[] = []
      Reflect.set(globalThis, 'heard', received)
      addEventListener('menu-item-click', (event) => received.push(Reflect.get(event, 'detail').url))
    })
    const received = () => page.evaluate(() => Reflect.get(globalThis, 'heard'))
    await mainMenu(page).getByRole('link', { name: 'Errors' }).click()
    await page.waitForURL('**/api-errors')
    expect(await received()).toEqual(['/api-errors'])
    await mainMenu(page).getByRole('link', { name: 'Usage', exact: true }).click()
    await page.waitForURL('**/api-detail')
    expect(await received()).toEqual(['/api-errors'])
    await mainMenu(page).getByRole('link', { name: 'Keywords' }).first().click()
    await page.waitForURL('**/api-detail/keywords')
    expect(await received()).toEqual(['/api-errors', '/api-detail/keywords'])
  })

  test('MN-06 MN-09 an entry with submodules is itself a route and opens its submenu', async () => {
    await begin('/databases/list', 'Databases')
    expect(await (await subsOf(page, 'Playground')).isVisible()).toBe(false)
    await entry(page, 'Playground').click()
    await page.waitForURL('**/api-playground')
    const subs = await subsOf(page, 'Playground')
    await subs.waitFor()
    const names = [
      'serp',
      'keywords',
      'domain-analytics',
      'portico-labs',
      'backlinks',
      'onpage',
      'content-analysis',
      'content-generation',
      'business',
      'app-data',
      'ai-optimization',
    ]
    expect(await linksIn(subs)).toEqual(names.map((name) => `/api-playground/${name}`))
  })

  test('MN-10 Settings shows no submenu, and its two addresses lead to the page', async () => {
    await begin('/databases/list', 'Databases')
    expect(await toggle(page, 'Settings').count()).toBe(0)
    for (const path of ['/api-settings/api-access', '/api-settings/api-limits']) {
      await begin('/databases/list', 'Databases')
      await begin(path, 'API settings')
      expect([new URL(page.url()).pathname, await page.title()]).toEqual([path, 'Portico - API settings'])
      await expect.poll(current, soon).toEqual([['/api-settings', 'page']])
    }
  })
})

describe('links to other sites', () => {
  test('MN-02 Documentation opens in a new tab that cannot reach ours', async () => {
    await begin('/databases/list', 'Databases')
    await fakeSite(page, DOCS)
    const link = mainMenu(page).getByRole('link', { name: 'Documentation' })
    const tab = await newTabBy(page, () => link.click())
    await tab.waitForURL(DOCS)
    expect(await tab.evaluate(() => [opener, document.referrer])).toEqual([null, ''])
    expect(new URL(page.url()).pathname).toBe('/databases/list')
    await tab.close()
  })

  test('MN-11 AI Chat opens in a new tab, with its label, and in the narrow panel as an icon only', async () => {
    await begin('/databases/list', 'Databases')
    await fakeSite(page, CHAT)
    const link = mainMenu(page).getByRole('link', { name: 'AI Chat' })
    expect(await isSeen(link.getByText('AI Chat', { exact: true }))).toBe(true)
    expect(await isSeen(link.locator('svg').first())).toBe(true)
    expect(await link.evaluate((one) => [one.getAttribute('target'), one.getAttribute('rel')])).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    await (await newTabBy(page, () => link.click())).waitForURL(CHAT)
    await mainMenu(page).locator('#hide-panel').click()
    await expect.poll(() => isSeen(link.getByText('AI Chat', { exact: true })), soon).toBe(false)
    expect(await isSeen(link.locator('svg'))).toBe(true)
    await (await newTabBy(page, () => link.click())).waitForURL(CHAT)
    await mainMenu(page).getByRole('button', { name: 'Expand menu' }).click()
    await mainMenu(page).getByRole('heading', { name: 'Billing' }).waitFor()
    page.expectClean()
  })
})

for (const [[name, size], options] of variants([
  ['phone', MOVING_PHONE],
  ['tablet', TABLET],
] as const))
  test(`MN-12 the menu on a ${name} is a drawer over the page, toggled by the header’s button`, options, async () => {
    await begin('/databases/list', 'Databases', size)
    // At this size from the first paint on.
    await page.reload()
    await shown(page)
    expect(await mainMenu(page).count()).toBe(0)
    const button = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await button.click()
    await drawer.waitFor()
    expect(await drawer.evaluate((one) => one.matches(':modal'))).toBe(true)
    expect(await mainMenu(page).locator('#hide-panel').count()).toBe(0)
    await axe(page)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
    await button.click()
    // Beside the drawer.
    await page.mouse.click(size.width - 20, 400)
    await drawer.waitFor({ state: 'hidden' })
    await button.click()
    await drawer.getByRole('link', { name: 'Payments' }).click()
    await page.waitForURL('**/users/getrows')
    await drawer.waitFor({ state: 'hidden' })
    page.expectClean()
  })

test('MN-12 HD-09 the menu is beside the content from 980 px on, and not below', async () => {
  await begin('/databases/list', 'Databases', { width: 980, height: 800 })
  const button = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
  await mainMenu(page).waitFor()
  expect(await button.isVisible()).toBe(false)
  await page.setViewportSize({ width: 979, height: 800 })
  await button.waitFor()
  expect(await mainMenu(page).count()).toBe(0)
})
