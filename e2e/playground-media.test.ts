// A provider with a document of another family: forms, files, pictures, tags and descriptions in Markdown.

import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropProviders, writeWholeProvider } from '../server/src/testing/catalogue/provider.ts'
import { MEDIA, MEDIA_PRICES, PNG } from '../server/src/testing/gateway/media.ts'
import { type Server, startServer } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, PHONE } from './harness-people.ts'
import { enter, mainMenu, soon } from './harness-shell.ts'

const received: { type: string; body: string }[] = []
let source: HttpServer
let server: Server
let page: WatchedPage

beforeAll(async () => {
  source = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ type: request.headers['content-type'] ?? '', body: Buffer.concat(chunks).toString('latin1') })
    if (request.url?.includes('/pictures/')) reply.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    else if (request.url?.includes('/rows')) {
      const rows = Array.from({ length: 25_000 }, (_, at) => ({ id: at, note: `row ${at} ${'x'.repeat(100)}` }))
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
    } else reply.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"hello there"}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => source.once('listening', resolve))
  const { port } = source.address() as AddressInfo
  const PROVIDER_DIR = writeWholeProvider({ 'media.yaml': MEDIA, 'prices.yaml': MEDIA_PRICES })
  server = await startServer({
    BOT_CHECK: 'off',
    PROVIDER_DIR,
    UPSTREAM_URL: `http://127.0.0.1:${port}/v1`,
  })
  page = await enter(server, DESKTOP, '/api-playground')
})
afterAll(() => {
  source.close()
  dropProviders()
})

const result = () => page.getByRole('region', { name: 'Result', exact: true }).first()
const open = async (path: string) => {
  await page.goto(`${server.url}/api-playground/${path}`)
  await page.getByRole('button', { name: /^Function/ }).waitFor()
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
}

test('the menu, names and descriptions follow a document of others, and nothing of it runs', async () => {
  const entries = () => mainMenu(page).locator('a[href^="/api-playground/"]').allTextContents()
  await expect.poll(async () => (await entries()).map((one) => one.trim()), soon).toContain('Speech and sound')
  expect((await entries()).join()).not.toMatch(/SERP|Backlinks/)
  await open('audio/audio.transcriptions')
  await page.getByRole('button', { name: /^Function Create transcription/ }).waitFor()
  await page.getByText('works with mp3 and wav').waitFor()
  expect(await page.getByRole('link', { name: /^list/ }).getAttribute('href')).toBe('https://media.example/models')
  expect(await page.locator('main').innerHTML()).not.toMatch(/<script>|\*\*/)
  await axe(page)
  page.expectClean()
})

test('a file is uploaded through the form to the source, and its code names it', async () => {
  await open('audio/audio.transcriptions')
  const run = page.getByRole('button', { name: /^Run/ })
  expect(await run.isDisabled()).toBe(true)
  await page
    .getByLabel('file', { exact: false })
    .first()
    .setInputFiles({
      name: 'talk.mp3',
      mimeType: 'audio/mpeg',
      buffer: Buffer.from([0, 1, 255]),
    })
  await page.getByRole('button', { name: /^More fields/ }).click()
  await page.getByLabel('recorded_on', { exact: false }).fill('2026-02-28')
  received.length = 0
  await run.click()
  await result().getByText('hello there').first().waitFor()
  expect(received[0]?.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(received[0]?.body).toContain('filename="talk.mp3"')
  expect(received[0]?.body).toContain('\x00\x01\xff')
  expect(received[0]?.body).toMatch(/name="recorded_on"\r\n\r\n2026-02-28/)
  await page.getByRole('radio', { name: 'Code' }).check()
  const code = page.getByRole('region', { name: 'Code', exact: true })
  await expect.poll(() => code.textContent(), soon).toContain('--form \'file=@"talk.mp3"\'')
  page.expectClean()
})

test('a picture that comes back is shown and can be saved', async () => {
  await open('pictures/pictures.%7Bname%7D:get')
  await page.getByRole('textbox', { name: 'name' }).fill('red.png')
  await page.getByRole('button', { name: /^Run/ }).click()
  const picture = result().getByRole('img', { name: 'The picture that came back' })
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth), soon).toBe(5)
  const saved = page.waitForEvent('download')
  await result().getByRole('button', { name: 'Save the file' }).last().click()
  expect((await saved).suggestedFilename()).toBe('result.png')
  await axe(page)
  page.expectClean()
})

test('an answer of three megabytes opens at its first 200 rows, also on a phone in dark colors', async () => {
  await open('pictures/rows')
  await page.getByRole('button', { name: /^Run/ }).click()
  await result().getByText(/The first 200 of 25,?000 rows/).waitFor()
  expect(await result().getByRole('row').count()).toBe(201)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await axe(page)
  page.expectClean()
})
