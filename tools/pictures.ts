// Takes the pictures of the README again: `npm run pictures`. The product runs with its demo account on a database of its own;
// the account pays once with the test processor, so that balance, payments and usage agree in every picture.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { freshFolder, runServer } from '../bench/run-server.ts'
import { PATHS } from '../contract/src/screens.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '../server/src/demo/index.ts'
import { ensureChromium, findChromium } from './chromium.ts'
import { root } from './ready/folders.mjs'

const DESKTOP = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** The file name, the address, what is visible once the page is complete, and what is done before the picture is taken. */
const SCREENS: { name: string; path: string; until: string; prepare?: (page: Page) => Promise<void> }[] = [
  { name: 'usage', path: `${PATHS.apiDetail}?range=30d`, until: 'Tasks by status' },
  { name: 'errors', path: `${PATHS.apiErrors}?range=30d`, until: 'Errors by cause' },
  { name: 'playground', path: `${PATHS.apiPlayground}/serp`, until: 'Request', prepare: runSample },
  { name: 'payments', path: `${PATHS.payments}?tab=history`, until: 'Transactions' },
]

async function runSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fill with the example' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('20000 Ok.').first().waitFor()
}

async function openPage(browser: Browser, viewport: { width: number; height: number }, theme: Theme): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme: theme, locale: 'en-US', reducedMotion: 'reduce' })
  return context.newPage()
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${PATHS.signin}`)
  const form = page.locator('form:not([inert] form)').filter({ hasNot: page.locator('[name=privacy]') })
  await form.locator('[name=email]').fill(DEMO_EMAIL)
  await form.locator('[name=password]').fill(DEMO_PASSWORD)
  await form.locator('button[type=submit]').click()
  await page.getByRole('heading', { level: 1, name: 'API Dashboard' }).waitFor()
}

async function pay(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${PATHS.addFunds}?method=new&amount=100`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('button', { name: 'Approve $100.00' }).click()
  await page.waitForURL('**/users/getrows/**')
  await page.getByText('$125.00').first().waitFor()
}

/** As a visitor sees it who has just arrived: charts drawn, nothing focused, no message left. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

async function take(page: Page, name: string): Promise<void> {
  const path = join(root, 'docs', 'pictures', `${name}.png`)
  await settled(page)
  await page.screenshot({ path })
  console.log(`docs/pictures/${name}.png`)
}

async function dashboard(page: Page, url: string): Promise<Buffer> {
  await page.goto(`${url}${PATHS.apiDashboard}`)
  await page.getByText('Spend by API').waitFor()
  await settled(page)
  return page.screenshot()
}

/** The first picture: the dashboard on a desk and, in the other theme, on a phone. */
async function hero(browser: Browser, theme: Theme, desktop: Buffer, phone: Buffer): Promise<void> {
  const page = await openPage(browser, { width: 1480, height: 960 }, theme)
  const image = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  const ground = theme === 'light' ? '#dfe7fb, #f4f6fb' : '#16203a, #0b0f1a'
  const line = theme === 'light' ? '#c9d3ea' : '#2b3650'
  await page.setContent(`<style>
    body { margin: 0; height: 100vh; background: linear-gradient(135deg, ${ground}); }
    img { position: absolute; box-shadow: 0 18px 50px rgb(10 20 50 / 28%); border: 1px solid ${line}; }
    .desktop { left: 50px; top: 50px; width: ${DESKTOP.width}px; border-radius: 12px; }
    .phone { right: 50px; bottom: 36px; width: 258px; border-radius: 26px; border: 6px solid #10131c; }
  </style><img class="desktop" src="${image(desktop)}"><img class="phone" src="${image(phone)}">`)
  await take(page, `hero-${theme}`)
}

const DATA_DIR = freshFolder()
const server = await runServer({ DATA_DIR, NODE_ENV: 'development', API_URL: 'https://api.portico.example' })
const browser = await chromium.launch({
  executablePath: findChromium() ?? ensureChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  // The gallery of parts is for developers of the page, and no menu entry of a customer.
  await server.operator('revoke', DEMO_EMAIL, 'development')
  const page = await openPage(browser, DESKTOP, 'light')
  await signIn(page, server.url)
  await pay(page, server.url)
  for (const { name, path, until, prepare } of SCREENS) {
    await page.goto(`${server.url}${path}`)
    await page.getByText(until, { exact: true }).first().waitFor()
    await prepare?.(page)
    await take(page, name)
  }
  for (const [theme, other] of [THEMES, THEMES.toReversed()] as [Theme, Theme][]) {
    const [desk, phone] = [await openPage(browser, DESKTOP, theme), await openPage(browser, PHONE, other)]
    await signIn(desk, server.url)
    await signIn(phone, server.url)
    await hero(browser, theme, await dashboard(desk, server.url), await dashboard(phone, server.url))
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
