import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '../contract/src/dashboard.ts'
import { LANGUAGES, type Language } from '../contract/src/language.ts'
import { users } from '../contract/src/users.ts'
import { variants } from '../server/src/testing/variants.ts'
import { root } from '../tools/ready/place.mjs'
import { type Server, startServer } from './harness.ts'
import { axe } from './harness-browser.ts'
import { DESKTOP } from './harness-people.ts'
import { callFrom, enter, goWithin, mainMenu, settler, shown, soon } from './harness-shell.ts'

/** Address, title, and the folder of the screen, which is a chunk of its own. */
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

/** Further addresses of the same screens, and the page of those that lead nowhere. */
const MORE = [
  ['/api-detail/serp', 'API Usage'],
  ['/api-detail/unified-overview', 'API Usage'],
  ['/api-playground/serp', 'API Playground'],
  ['/api-settings/api-limits', 'API settings'],
  ['/databases/purchases', 'Databases'],
  ['/404', 'Page not found'],
] as const
const TOUR = [...ROUTES.map(([path, title]) => [path, title] as const), ...MORE]

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off' })
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

function scriptsAskedFor(page: Page): Set<string> {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  return asked
}

test('a screen that fails leaves the shell standing, and the next one opens', async () => {
  // From a screen that has not asked the same by itself: an answer it has would be drawn.
  const page = await enter(server, DESKTOP, '/api-access')
  // An answer no server of ours gives: nothing can be drawn from it.
  await page.route(`**${dashboard.getStates.path}*`, (route) => route.fulfill({ json: { is_what: 'nothing' } }))
  await mainMenu(page).getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
  await page.getByText('Your saved data is safe.').waitFor()
  await page.getByTestId('balance').waitFor()
  await axe(page)
  await mainMenu(page).getByRole('link', { name: 'API Access', exact: true }).click()
  await page.getByRole('heading', { name: 'API Access', level: 1 }).waitFor()
})

describe('RT-01 every route', () => {
  test('RT-01 RT-06 is loaded on demand, as a chunk of its own, with its title behind the product’s', async () => {
    // The page from which the rest is gone to must not be one of them.
    const page = await enter(server, DESKTOP, '/404')
    const asked = scriptsAskedFor(page)
    const chunks = ROUTES.map(([, , folder]) => chunkOf(folder))
    expect(new Set(chunks).size).toBe(ROUTES.length)
    for (const [path, title, folder] of ROUTES) {
      const chunk = chunkOf(folder)
      expect([path, asked.has(chunk)]).toEqual([path, false])
      await goWithin(page, path)
      await expect.poll(() => asked.has(chunk), soon).toBe(true)
      await expect.poll(() => page.title(), soon).toBe(title ? `Portico - ${title}` : 'Portico')
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(addressOf(page)).toBe(path)
    }
    page.expectClean(NOT_FOUND)
  })

  test('RT-01 RT-06 has its title in the document itself, before any script', async () => {
    const page = await enter(server, DESKTOP, '/404')
    for (const [path, title] of TOUR) {
      const answer = await page.request.get(at(path))
      expect(await answer.text()).toContain(`<title>Portico${title && ` - ${title}`}</title>`)
    }
  })

  test('RT-01 /users and /databases lead to their first screens', async () => {
    const page = await enter(server, DESKTOP, '/users')
    expect(addressOf(page)).toBe('/users/profile')
    await page.goto(at('/databases'))
    await page.waitForURL('**/databases/list')
  })

  test('a screen’s chunk comes as soon as its link is rested on or focused', async () => {
    const page = await enter(server, DESKTOP, '/404')
    const asked = scriptsAskedFor(page)
    await mainMenu(page).getByRole('link', { name: 'Payments' }).hover()
    await expect.poll(() => asked.has(chunkOf('payments')), soon).toBe(true)
    await mainMenu(page).getByRole('link', { name: 'Access Subscriptions' }).focus()
    await expect.poll(() => asked.has(chunkOf('access-subscriptions')), soon).toBe(true)
    expect(addressOf(page)).toBe('/404')
  })

  test('a chunk that is lost once is asked for again; one that is gone is said, with a way to try again', {
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
  test('RT-02 RT-07 RO-01 what is not listed for the user leads to /404', async () => {
    const page = await enter(server, DESKTOP, '/h2h-dashboard')
    for (const path of ['/h2h-detail', '/h2h-errors', '/api-errors/some-key', '/api-accessories', '/nowhere/at/all']) {
      expect(addressOf(page)).toBe('/404')
      await page.getByText('You do not have permission to access that page.').waitFor()
      await page.goto(at(path))
      await page.waitForURL('**/404')
    }
    await page.getByRole('link', { name: 'Go to the main page' }).click()
    await page.waitForURL('**/api-dashboard')
    page.expectClean(NOT_FOUND)
  })

  test('RT-02 a trailing key or site id is no part of what is checked', async () => {
    const page = await enter(server, DESKTOP, '/api-access/some-key')
    expect(addressOf(page)).toBe('/api-access/some-key')
    await goWithin(page, '/api-dashboard/site.example')
    await expect.poll(() => page.title(), soon).toBe('Portico - API Dashboard')
    expect(addressOf(page)).toBe('/api-dashboard/site.example')
  })

  test('RT-03 /api-explorer… becomes /api-playground…, with rest, query and fragment', async () => {
    const page = await enter(server, DESKTOP, '/api-explorer/serp?from=/api-explorer&x=1#api-explorer')
    expect(addressOf(page)).toBe('/api-playground/serp?from=/api-explorer&x=1#api-explorer')
    await goWithin(page, '/api-explorer')
    await page.waitForURL(at('/api-playground'))
    expect(await page.title()).toBe('Portico - API Playground')
  })

  test('RT-04 the empty path leads to the first module, and so does the logo', async () => {
    const page = await enter(server, DESKTOP, '/')
    expect(addressOf(page)).toBe('/api-dashboard')
    await goWithin(page, '/api-errors')
    await expect.poll(() => page.title(), soon).toBe('Portico - API Errors')
    await page.getByRole('banner').getByRole('link', { name: 'Portico, main page' }).click()
    await page.waitForURL('**/api-dashboard')
  })

  test('RT-05 a numeric last segment is kept as the project and leads to the first segment', async () => {
    const page = await enter(server, DESKTOP, '/api-detail/serp/42')
    const project = () => page.evaluate(() => localStorage.getItem('project_id'))
    expect([new URL(page.url()).pathname, await project()]).toEqual(['/api-detail', '42'])
    await goWithin(page, '/api-explorer/serp/7')
    await page.waitForURL('**/api-playground')
    await expect.poll(project, soon).toBe('7')
    await goWithin(page, '/nowhere/8')
    await page.waitForURL('**/404')
    expect(await project()).toBe('7')
  })

  test('the back button walks through the screens, and redirects leave no trap in it', async () => {
    const page = await enter(server, DESKTOP)
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

const NAMES: Record<Language, string> = {
  en: 'English',
  ru: 'Русский',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}

/** As a reader does it, in the menu of the account. */
async function speak(page: Page, language: Language): Promise<void> {
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) === language) return
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').click()
  await page.getByRole('menuitemradio', { name: NAMES[language] }).click()
  await expect.poll(() => html.getAttribute('lang'), soon).toBe(language)
}

for (const [languages, options] of variants<readonly Language[]>([['de'], LANGUAGES]))
  test(
    `RT-01 CO-03 CO-04 a tour of all routes in ${languages.join(', ')}, light and dark: nothing goes wrong, nothing is sideways on a narrow phone`,
    options,
    async () => {
      const page = await enter(server, { width: 360, height: 780 }, '/404')
      await callFrom(page, users.setTheme, { theme_view: 'system' })
      await page.reload()
      await shown(page)
      const settled = settler(page)
      for (const [index, [path, title]] of TOUR.entries()) {
        await goWithin(page, path)
        // There and back again: the language a screen is left in is the one the next is opened in.
        for (const language of index % 2 === 0 ? languages : languages.toReversed()) {
          await speak(page, language)
          await expect.poll(() => page.title(), soon).toBe(title ? `Portico - ${inWords(language, title)}` : 'Portico')
          await page.getByRole('heading', { level: 1 }).waitFor()
          await settled()
          const looks = ['light', 'dark'] as const
          const isTurn = index % languages.length === languages.indexOf(language)
          const one = looks[(index + languages.indexOf(language)) % 2] ?? 'light'
          for (const theme of isTurn && languages.length > 1 ? looks : [one]) {
            await page.emulateMedia({ colorScheme: theme })
            await page.locator(`body.${theme}`).waitFor()
            const width = await page.evaluate(() => document.documentElement.scrollWidth)
            expect({ path, language, theme, width }).toEqual({ path, language, theme, width: 360 })
            // Over the languages every route has its turn, over five of them in either theme.
            if (isTurn) await axe(page)
          }
        }
      }
      page.expectClean(NOT_FOUND)
    },
  )
