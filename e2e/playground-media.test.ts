// A provider with a document of another family: tags, and descriptions in Markdown and HTML.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropProviders, writeWholeProvider } from '../server/src/testing/catalogue/provider.ts'
import { MEDIA, MEDIA_PRICES } from '../server/src/testing/gateway/media.ts'
import { type Server, startServer } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, PHONE } from './harness-people.ts'
import { enter, mainMenu, soon } from './harness-shell.ts'

let server: Server
let page: WatchedPage

beforeAll(async () => {
  const PROVIDER_DIR = writeWholeProvider({ 'media.yaml': MEDIA, 'prices.yaml': MEDIA_PRICES })
  server = await startServer({ BOT_CHECK: 'off', PROVIDER_DIR })
  page = await enter(server, DESKTOP, '/api-playground')
})
afterAll(dropProviders)

test('the menu, names and descriptions follow a document of others, and nothing of it runs', async () => {
  const entries = () => mainMenu(page).locator('a[href^="/api-playground/"]').allTextContents()
  await expect.poll(async () => (await entries()).map((one) => one.trim()), soon).toContain('Speech and sound')
  expect((await entries()).join()).not.toMatch(/SERP|Backlinks/)
  await page.goto(`${server.url}/api-playground/audio/audio.transcriptions`)
  await page.getByRole('button', { name: /^Function Create transcription/ }).waitFor()
  await page.getByText('works with mp3 and wav').waitFor()
  expect(await page.getByRole('link', { name: /^list/ }).getAttribute('href')).toBe('https://media.example/models')
  expect(await page.locator('main').innerHTML()).not.toMatch(/<script>|\*\*/)
  await axe(page)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await axe(page)
  page.expectClean()
})
