import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '../contract/src/dashboard.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../contract/src/language.ts'
import { TOGETHER_PATH } from '../contract/src/together-address.ts'
import { users } from '../contract/src/users.ts'
import { variants } from '../server/src/testing/variants.ts'
import { root } from '../tools/ready/folders.mjs'
import { openServer, type Server } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DESKTOP } from './harness-people.ts'
import { callBeside, enter, goWithin, mainMenu, settler, shown, soon } from './harness-shell.ts'

/** Address, title, and the folder of the screen, which is a separate chunk. */
const NOT_FOUND = /404 \(Not Found\) \(\S+\)/
const ROUTES = [
  ['/api-dashboard', 'API Dashboard', 'dashboard'],
  ['/api-access', 'API Access', 'api-access'],
  ['/backlinks-subscription', 'Backlinks API Access', 'backlinks-subscription'],
  ['/api-access-subscription', 'API Access Subscriptions', 'access-subscriptions'],
  ['/api-errors', 'API Errors', 'errors'],
  ['/api-playground', 'API Playground', 'playground'],
  ['/api-detail', 'API Usage', 'usage'],
  ['/api-settings', 'API settings', 'settings'],
  ['/users/getrows', '', 'payments'],
  ['/users/profile', '', 'profile'],
  ['/databases/list', 'Databases', 'databases'],
  ['/development', 'Development', 'development'],
] as const

/** Further addresses of the same screens, and the not-found page. */
const MORE = [
  ['/api-detail/serp', 'API Usage'],
  ['/api-detail/unified-overview', 'API Usage'],
  ['/api-playground/serp', 'API Playground'],
  ['/api-settings/api-limits', 'API settings'],
  ['/databases/purchases', 'Databases'],
  ['/404', 'Page not found'],
] as const
const TOUR = [...ROUTES, ...MORE.map(([path, title]) => [path, title, undefined] as const)]

let server: Server
/** Shared by all tests without their own viewport or scripts; it begins at a screen that is none of the routes. */
let page: WatchedPage
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off' })
  page = await enter(server, DESKTOP, '/404')
})

const at = (path: string) => `${server.url}${path}`
const addressOf = (page: Page) => page.url().slice(server.url.length)

/** The file a screen was built into. */
function chunkOf(folder: string): string {
  return fileOf(`src/screens/${folder}/screen.tsx`)
}

function fileOf(source: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'web/dist/client/.vite/manifest.json'), 'utf8'))
  return `/${manifest[source].file}`
}

function requestedScripts(page: Page): Set<string> {
  const requested = new Set<string>()
  page.on('request', (request) => requested.add(new URL(request.url()).pathname))
  return requested
}

// Runs first: no earlier test may have requested these two.
test('a screen’s chunk is loaded as soon as its link is hovered or focused', async () => {
  const requested = requestedScripts(page)
  await mainMenu(page).getByRole('link', { name: 'Payments' }).hover()
  await expect.poll(() => requested.has(chunkOf('payments')), soon).toBe(true)
  await mainMenu(page).getByRole('link', { name: 'Access Subscriptions' }).focus()
  await expect.poll(() => requested.has(chunkOf('access-subscriptions')), soon).toBe(true)
  expect(addressOf(page)).toBe('/404')
})

test('a failing screen leaves the shell intact, and the next one opens', async () => {
  // A response that our server never gives and that cannot be drawn.
  // Without the reply for all reads, the page requests each by its own address.
  await page.route(`**${TOGETHER_PATH}*`, (route) => route.fulfill({ status: 404 }))
  await page.route(`**${dashboard.getStates.path}*`, (route) => route.fulfill({ json: { is_what: 'nothing' } }))
  // A new document, as a cached response would be drawn.
  await mainMenu(page).getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
  await page.getByText('Your saved data is safe.').waitFor()
  await page.getByTestId('balance').waitFor()
  await axe(page)
  await mainMenu(page).getByRole('link', { name: 'API Access', exact: true }).click()
  await page.getByRole('heading', { name: 'API Access', level: 1 }).waitFor()
  await page.unroute(`**${dashboard.getStates.path}*`)
  await page.unroute(`**${TOGETHER_PATH}*`)
  page.expectClean(NOT_FOUND, /TypeError: Cannot read properties of undefined/)
})

describe('RT-01 every route', () => {
  test('RT-01 RT-06 a route has its title in the document itself, before any script', async () => {
    for (const [path, title] of TOUR) {
      const answer = await page.request.get(at(path))
      expect(await answer.text()).toContain(`<title>Portico${title && ` - ${title}`}</title>`)
    }
  })

  test('RT-01 /users and /databases lead to their first screens', async () => {
    await goWithin(page, '/users')
    await page.waitForURL(at('/users/profile'))
    await page.goto(at('/databases'))
    await page.waitForURL(at('/databases/list'))
  })

  test('a chunk that failed once is requested again; a missing one shows an error with a retry button', {
    tags: 'long',
  }, async () => {
    const page = await enter(server, DESKTOP, '/404')
    let losses = 1
    await page.route(`**${chunkOf('payments')}*`, (route) => {
      losses -= 1
      return losses >= 0 ? route.abort() : route.continue()
    })
    await goWithin(page, '/users/getrows')
    await expect.poll(() => page.title(), soon).toBe('Portico')
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    let losses_of_part = 1
    await page.route(`**${fileOf('src/screens/profile/sessions-card.tsx')}*`, (route) => {
      losses_of_part -= 1
      return losses_of_part >= 0 ? route.abort() : route.continue()
    })
    await goWithin(page, '/users/profile')
    await page.getByText('This device').waitFor()
    expect(losses_of_part).toBeLessThan(0)
    await page.route(`**${chunkOf('databases')}*`, (route) => route.abort())
    await goWithin(page, '/databases/list')
    await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
    await page.unroute(`**${chunkOf('databases')}*`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Databases' }).waitFor()
    expect(addressOf(page)).toBe('/databases/list')
  })
})

describe('where an address leads', () => {
  test('RT-02 RT-07 RO-01 a route the user does not have leads to /404', async () => {
    const refused = async () => {
      await page.waitForURL(at('/404'))
      await page.getByText('You do not have permission to access that page.').waitFor()
    }
    for (const path of ['/h2h-dashboard', '/nowhere/at/all']) {
      await page.goto(at(path))
      await refused()
    }
    for (const path of ['/h2h-detail', '/h2h-errors', '/api-errors/some-key', '/api-accessories']) {
      await goWithin(page, '/api-access')
      await page.getByRole('heading', { name: 'API Access', level: 1 }).waitFor()
      await goWithin(page, path)
      await refused()
    }
    await page.getByRole('link', { name: 'Go to the main page' }).click()
    await page.waitForURL('**/api-dashboard')
    page.expectClean(NOT_FOUND)
  })

  test('RT-02 a trailing key or site id is ignored by the access check', async () => {
    await goWithin(page, '/api-access/some-key')
    await expect.poll(() => page.title(), soon).toBe('Portico - API Access')
    expect(addressOf(page)).toBe('/api-access/some-key')
    await goWithin(page, '/api-dashboard/site.example')
    await expect.poll(() => page.title(), soon).toBe('Portico - API Dashboard')
    expect(addressOf(page)).toBe('/api-dashboard/site.example')
  })

  test('RT-03 /api-explorer… becomes /api-playground…, with rest, query and fragment', async () => {
    await page.goto(at('/api-explorer/serp?from=/api-explorer&x=1#api-explorer'))
    await shown(page)
    expect(addressOf(page)).toBe('/api-playground/serp?from=/api-explorer&x=1#api-explorer')
    await goWithin(page, '/api-explorer')
    await page.waitForURL(at('/api-playground'))
    expect(await page.title()).toBe('Portico - API Playground')
  })

  test('RT-04 the empty path leads to the first module, and so does the logo', async () => {
    await page.goto(at('/'))
    await shown(page)
    expect(addressOf(page)).toBe('/api-dashboard')
    await goWithin(page, '/api-errors')
    await expect.poll(() => page.title(), soon).toBe('Portico - API Errors')
    await page.getByRole('banner').getByRole('link', { name: 'Portico, main page' }).click()
    await page.waitForURL('**/api-dashboard')
  })

  test('RT-05 a numeric last segment is stored as the project and leads to the first segment', async () => {
    await page.goto(at('/api-detail/serp/42'))
    await shown(page)
    const project = () => page.evaluate(() => localStorage.getItem('project_id'))
    expect([new URL(page.url()).pathname, await project()]).toEqual(['/api-detail', '42'])
    await goWithin(page, '/api-explorer/serp/7')
    await page.waitForURL('**/api-playground')
    await expect.poll(project, soon).toBe('7')
    await goWithin(page, '/nowhere/8')
    await page.waitForURL('**/404')
    expect(await project()).toBe('7')
    await page.evaluate(() => localStorage.removeItem('project_id'))
  })

  test('the back button returns through the screens and is not trapped by redirects', async () => {
    await goWithin(page, '/api-dashboard')
    await expect.poll(() => page.title(), soon).toBe('Portico - API Dashboard')
    await mainMenu(page).getByRole('link', { name: 'Errors' }).click()
    await expect.poll(() => page.title(), soon).toBe('Portico - API Errors')
    await goWithin(page, '/api-explorer')
    await page.waitForURL('**/api-playground')
    await page.goBack()
    await expect.poll(() => page.title(), soon).toBe('Portico - API Errors')
    await page.goBack()
    await expect.poll(() => page.title(), soon).toBe('Portico - API Dashboard')
  })
})

/** The words of each language; in English they are the keys. */
const WORDS = new Map<Language, Record<string, string>>(
  LANGUAGES.map((language) => [
    language,
    language === 'en' ? {} : JSON.parse(readFileSync(join(root, `web/i18n/${language}.json`), 'utf8')),
  ]),
)
const inWords = (language: Language, title: string) =>
  language === 'en' ? title : (WORDS.get(language)?.[title] ?? 'no words')

/** Uses the account menu. */
async function speak(page: Page, language: Language): Promise<void> {
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) === language) return
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').click()
  await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).click()
  await expect.poll(() => html.getAttribute('lang'), soon).toBe(language)
}

/** Fields of which a part, such as the picture of an arrow, takes the press for itself. */
function coveredFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('select, input')].flatMap((field) => {
      const { left, right, top, bottom, width } = field.getBoundingClientRect()
      if (width < 40) return []
      const hits = [left + 12, right - 18].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
      const isCovered = hits.some(
        (hit) => hit && hit !== field && field.parentElement?.contains(hit) && !hit.closest('button, a, label'),
      )
      return isCovered ? [field.outerHTML.slice(0, 80)] : []
    }),
  )
}

for (const [languages, options] of variants<readonly Language[]>([['de'], LANGUAGES]))
  test(
    `RT-01 RT-06 CO-03 CO-04 a tour of all routes in ${languages.join(', ')}, light and dark: each is loaded on demand as a separate chunk, with its title behind the product’s; no errors, no sideways scrolling on a narrow phone`,
    options,
    async () => {
      await callBeside(page, server.url, users.setTheme, { theme_view: 'system' })
      // The first screen must not be one of the routes.
      const phone = await enter(server, { width: 360, height: 780 }, '/404')
      const settled = settler(phone)
      const requested = requestedScripts(phone)
      expect(new Set(ROUTES.map(([, , folder]) => chunkOf(folder))).size).toBe(ROUTES.length)
      for (const [index, [path, title, folder]] of TOUR.entries()) {
        const chunk = folder && chunkOf(folder)
        if (chunk) expect([path, requested.has(chunk)]).toEqual([path, false])
        await goWithin(phone, path)
        if (chunk) await expect.poll(() => requested.has(chunk), soon).toBe(true)
        // Alternates, as the next screen opens in the language of the previous one.
        for (const language of index % 2 === 0 ? languages : languages.toReversed()) {
          await speak(phone, language)
          await expect.poll(() => phone.title(), soon).toBe(title ? `Portico - ${inWords(language, title)}` : 'Portico')
          await phone.getByRole('heading', { level: 1 }).waitFor()
          expect(addressOf(phone)).toBe(path)
          await settled()
          const looks = ['light', 'dark'] as const
          const isTurn = index % languages.length === languages.indexOf(language)
          const one = looks[(index + languages.indexOf(language)) % 2] ?? 'light'
          for (const theme of isTurn && languages.length > 1 ? looks : [one]) {
            await phone.emulateMedia({ colorScheme: theme })
            await phone.locator(`body.${theme}`).waitFor()
            const width = await phone.evaluate(() => document.documentElement.scrollWidth)
            expect({ path, language, theme, width }).toEqual({ path, language, theme, width: 360 })
            expect({ path, covered: await coveredFields(phone) }).toEqual({ path, covered: [] })
            // Over five languages every route has its turn in either theme; over one every second, as most screens have a journey of their own that asks.
            if (isTurn && (languages.length > 1 || (chunk && index % 4 < 2))) await axe(phone)
          }
        }
      }
      phone.expectClean(NOT_FOUND)
    },
  )
