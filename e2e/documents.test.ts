import { beforeAll, expect, test } from 'vitest'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, openBrowser } from './harness-browser.ts'
import { alive, DEMO, DESKTOP } from './harness-people.ts'
import { signInBeside } from './harness-shell.ts'

const SENTENCE = 'You do not have permission to access that page.'

let server: Server
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off' })
})

/** Sent raw, as a browser's address bar would correct some of these. */
async function statusOf(path: string): Promise<[number, string]> {
  const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', headers: { 'sec-fetch-dest': 'document' } })
  await answer.body?.cancel()
  return [answer.status, (answer.headers.get('content-type') ?? '').split(';')[0] ?? '']
}

const NOWHERE = [
  '/signin/100%',
  '/activate/%E0%A4%A',
  '/reset-password/%/x',
  '/unsubscribe/%/y',
  '/socialite_provider/twitter/callback',
  '/socialite_provider/twitter/callback?code=abc&state=def',
  '/no/such/page',
]

test('PU-11 an unknown address answers 404 in any spelling', async () => {
  for (const path of NOWHERE) expect([path, ...(await statusOf(path))]).toEqual([path, 404, 'text/html'])
})

for (const [path, options] of variants(NOWHERE))
  test(`PU-11 ${path} shows the not-found page: logo, language, the way to the main page`, options, async () => {
    const page = await newPage(DESKTOP)
    await page.goto(`${server.url}${path}`)
    await page.waitForURL('**/404')
    await page.getByRole('heading', { level: 1, name: SENTENCE }).waitFor()
    await page.getByRole('main').getByText('Portico').waitFor()
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { level: 1, name: 'Sie haben keine Berechtigung' }).waitFor()
    await page.getByRole('link', { name: 'Zur Startseite' }).click()
    await page.waitForURL('**/signin')
    page.expectClean(/404/)
  })

test('PU-11 existing pages answer 200; a program gets an error in its own format', async () => {
  for (const path of ['/signin', '/register', '/forgot-password', '/resend-activation', '/activate', '/unsubscribe'])
    expect([path, ...(await statusOf(path))]).toEqual([path, 200, 'text/html'])
  expect(await statusOf('/api/nothing')).toEqual([404, 'application/json'])
  expect(await statusOf('/api/%zz')).toEqual([400, 'application/json'])
})

test('PU-11 RT-02 a signed-in user sees the not-found page inside the shell, and its document answers 404', async () => {
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  const answer = await page.goto(`${server.url}/signin/100%`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: SENTENCE }).waitFor()
  await page.getByTestId('balance').waitFor()
  await axe(page)
  page.expectClean(/404/)
})

const WITHOUT_SCRIPT = [
  ['/signin', 'en-US', 'This page needs JavaScript. Turn it on in your browser settings and reload the page.'],
  ['/activate_fast/x/y', 'en-US', 'open the link again.'],
  ['/reset-password/x/y', 'de-DE', 'Schalten Sie es in den Einstellungen Ihres Browsers ein und öffnen Sie den Link'],
  ['/unsubscribe/a@example.com/y', 'fr-FR', 'Activez-le dans les réglages de votre navigateur'],
  ['/signin-by-token/x', 'es-ES', 'Actívelo en los ajustes de su navegador'],
  ['/api-dashboard', 'ru-RU', 'Включите его в настройках браузера'],
] as const

test.each(WITHOUT_SCRIPT)(
  'the page %s without JavaScript explains in the visitor’s language (%s) what to do',
  async (path, locale, text) => {
    const context = await (await openBrowser()).newContext({ javaScriptEnabled: false, locale, viewport: DESKTOP })
    const page = await context.newPage()
    await page.goto(`${server.url}${path}`)
    const note = page.locator('#no-script')
    await note.waitFor()
    expect(await note.textContent()).toContain(text)
    await context.close()
  },
)

test('the hint about JavaScript is not shown with JavaScript', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  await alive(page)
  expect(await page.locator('#no-script').count()).toBe(0)
  page.expectClean()
})
