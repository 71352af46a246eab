import { beforeAll, expect, test } from 'vitest'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { differences, type Picture, pictureOf } from './harness-picture.ts'
import { goWithin, mainMenu, settler, shown, signInByForm } from './harness-shell.ts'

const SCREENS = [
  '/api-dashboard',
  '/api-access',
  '/api-detail',
  '/api-errors',
  '/api-playground',
  '/api-settings',
  '/databases/list',
  '/backlinks-subscription',
  '/api-access-subscription',
  '/users/getrows',
  '/users/profile',
]
/** With a chart, with forms, with a table. */
const FEW = ['/api-dashboard', '/users/getrows']
/** Each differs from the next in one respect, as a change redraws the page. */
const VIEWS = [
  { size: DESKTOP, theme: 'light' },
  { size: PHONE, theme: 'dark' },
] as const

let server: Server
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off' })
})

type Pictures = Map<string, Picture>
type Visitor = { page: WatchedPage; settled: () => Promise<void> }

/** The screen at this address with a dialog above it, at every size and in every theme. */
async function takePictures({ page, settled }: Visitor, path: string, into: Pictures): Promise<void> {
  await page.waitForURL(`**${path}`)
  await page.locator('main h1').first().waitFor()
  // Outside the page: in its header it would be above a tab.
  await page.mouse.move(-1, -1)
  await settled()
  await allDrawn(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  for (const { size, theme } of VIEWS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`body.${theme}`).waitFor()
    into.set(`${path} ${size.width} ${theme}`, await pictureOf(page))
  }
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Waits until lazy parts have loaded and nothing is added any more. */
async function allDrawn(page: WatchedPage): Promise<void> {
  const counts: number[] = []
  const isSame = async () => {
    counts.push(await page.locator('main *').count())
    return counts.length > 3 && new Set(counts.slice(-4)).size === 1
  }
  await expect.poll(isSame, { timeout: 20_000, interval: 150 }).toBe(true)
}

/** Navigates by the menu, or like the account menu for screens it does not list. */
async function walkTo(page: WatchedPage, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return
  const link = mainMenu(page).locator(`a[href="${path}"]`)
  if ((await link.count()) > 0) await link.click()
  else await goWithin(page, path)
}

/** What was open in the menu stays open: both entries with sections are from now on. */
async function openSections(page: WatchedPage): Promise<void> {
  const closed = mainMenu(page).locator('button[aria-expanded=false]')
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Every file of style in the other order. The style of the first paint is always first: it is in the document. */
async function turnSheetsRound(page: WatchedPage): Promise<void> {
  await page.evaluate(async () => {
    const sheets = [...document.styleSheets]
    const inDocument = sheets.filter(({ href }) => href === null)
    const files = sheets.filter(({ href }) => href !== null)
    const texts = [...inDocument, ...files.reverse()].map(async ({ href, ownerNode }) =>
      href === null ? (ownerNode?.textContent ?? '') : (await fetch(href)).text(),
    )
    document.adoptedStyleSheets = (await Promise.all(texts)).map((text) => {
      const copy = new CSSStyleSheet()
      copy.replaceSync(text)
      return copy
    })
    for (const sheet of sheets) sheet.disabled = true
  })
}

async function turnSheetsBack(page: WatchedPage): Promise<void> {
  await page.evaluate(() => {
    for (const sheet of document.styleSheets) sheet.disabled = false
    document.adoptedStyleSheets = []
  })
}

for (const [screens, options] of variants([FEW, SCREENS]))
  test(`HD-01 MN-01 ${screens.length} screens look the same after a reload as after the sign-in form and the menu, whatever was open before`, {
    ...options,
    timeout: 300_000,
  }, async () => {
    const page = await newPage({ ...DESKTOP })
    const visitor = { page, settled: settler(page) }
    // Displayed times must not differ between the two.
    await page.clock.setFixedTime(new Date())

    await signInByForm(page, server.url, DEMO)
    await openSections(page)
    // From here on every screen has brought its files of style: each is looked at with those of all others.
    for (const path of SCREENS) {
      await walkTo(page, path)
      await page.waitForURL(`**${path}`)
      await page.locator('main h1').first().waitFor()
      await visitor.settled()
    }
    const byMenu: Pictures = new Map()
    for (const path of screens.toReversed()) {
      await walkTo(page, path)
      await takePictures(visitor, path, byMenu)
      const before = await pictureOf(page)
      await turnSheetsRound(page)
      const differing = differences(before, await pictureOf(page))
      expect({ path, differing }, 'the order of the style sheets decides').toEqual({ path, differing: [] })
      await turnSheetsBack(page)
    }

    const afterReload: Pictures = new Map()
    for (const path of screens) {
      await page.goto(`${server.url}${path}`)
      await shown(page)
      await takePictures(visitor, path, afterReload)
    }

    const differing = [...afterReload].flatMap(([view, picture]) =>
      differences(picture, byMenu.get(view) ?? []).map((what) => `${view} by the menu: ${what}`),
    )
    expect(differing).toEqual([])
  })
