// A provider of another family, whose folder `portico provider new` wrote: tags, Markdown and HTML, files, pictures and large answers.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProvider } from '../server/src/operator/new-provider.ts'
import { MEDIA, PNG } from '../server/src/testing/gateway/media.ts'
import { openServer, type Server } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, PHONE } from './harness-people.ts'
import { enter, mainMenu, soon } from './harness-shell.ts'

let server: Server
let page: WatchedPage
const home = mkdtempSync(join(tmpdir(), 'portico-media-'))
const uploads: { request: IncomingMessage; body: Buffer }[] = []
const ROWS = Array.from({ length: 30_000 }, (_, at) => ({ at, name: `row ${at}`, note: 'x'.repeat(60) }))
const source = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'POST') uploads.push({ request, body: Buffer.concat(chunks) })
    if (request.url?.startsWith('/pictures')) return response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'POST' ? { text: 'heard' } : ROWS))
  })
})

beforeAll(async () => {
  writeFileSync(join(home, 'media.yaml'), MEDIA)
  await new Promise<void>((ready) => source.listen(0, '127.0.0.1', ready))
  const UPSTREAM_URL = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
  const PROVIDER_DIR = join(home, 'mine')
  const options = { title: 'Media', price: '0.001', source: UPSTREAM_URL }
  await newProvider({ words: [PROVIDER_DIR, join(home, 'media.yaml')], options, json: false })
  server = await openServer({ BOT_CHECK: 'off', PROVIDER_DIR, UPSTREAM_URL })
  page = await enter(server, DESKTOP, '/api-playground')
})
afterAll(() => {
  source.close()
  rmSync(home, { recursive: true })
})

const methodAddress = (method: string) => `pictures?method=${encodeURIComponent(method)}`

/** Opens a function and runs it, charged. */
async function runLive(path: string, fill: () => Promise<void> = async () => undefined) {
  await page.setViewportSize(DESKTOP)
  await page.goto(`${server.url}/api-playground/${path}`)
  await page.getByRole('button', { name: /^Function/ }).waitFor()
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  await fill()
  await page.getByRole('button', { name: /^Run/ }).click()
  return page.getByRole('region', { name: 'Result', exact: true }).first()
}

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

test('a file of the form reaches the source byte for byte, at the price of the folder', async () => {
  const bytes = randomBytes(50_000)
  const result = await runLive('audio/audio.transcriptions', async () => {
    await page.locator('input[type=file]').setInputFiles({ name: 'ä b.wav', mimeType: 'audio/wav', buffer: bytes })
  })
  await result.getByText('heard').first().waitFor()
  const [upload] = uploads
  const type = upload?.request.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(upload?.body ?? []), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('no file arrived')
  expect([file.name, Buffer.compare(Buffer.from(await file.arrayBuffer()), bytes)]).toEqual(['ä b.wav', 0])
  await result.getByText('$0.001').first().waitFor()
  page.expectClean()
})

test('a picture is shown and can be saved', async () => {
  const result = await runLive(methodAddress('GET /v1/pictures/{name}'), async () => {
    await page.getByLabel('name', { exact: true }).fill('red.png')
  })
  const picture = result.getByRole('img', { name: 'Image from the response' })
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth), soon).toBe(5)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('figure').getByRole('button', { name: 'Save the file' }).click(),
  ])
  expect(Buffer.compare(readFileSync(await download.path()), PNG)).toBe(0)
  page.expectClean()
})

test('the table of a large answer shows its first 200 rows and their number', async () => {
  const result = await runLive(methodAddress('GET /v1/rows'))
  await result.getByText(/The first 200 of 30.?000 rows/).waitFor()
  expect(await result.getByRole('table').getByRole('row').count()).toBe(201)
  page.expectClean()
})
