import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { drawIcon } from './brand-icon.ts'
import { shortName } from './manifest.ts'

const it = sharedApp()
let host: Awaited<ReturnType<TestApp['sibling']>>
beforeAll(async () => {
  await it.addUser({ email: 'ann@example.com', name: 'Ann Example' })
  const web = join(it.data_dir, 'web')
  mkdirSync(join(web, 'assets/i18n'), { recursive: true })
  writeFileSync(join(web, 'ngsw-worker.js'), 'offline')
  writeFileSync(join(web, 'safety-worker.js'), 'safety')
  // The files above are read at the start: only an app that starts now has them.
  host = await it.sibling()
})

test('F18 the worker’s script is revalidated each time, may fetch only from here, and needs no wider scope', async () => {
  const { status, headers, text } = await host.browser().send({ path: '/ngsw-worker.js' })
  expect(status).toBe(200)
  expect(text).toBe('offline')
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  })
  expect(headers).not.toHaveProperty('service-worker-allowed')
})

test('F18 switched off, the same address removes the worker', async () => {
  const off = await it.sibling({ settings: { WORKER: 'off' } })
  expect((await off.browser().send({ path: '/ngsw-worker.js' })).text).toBe('safety')
  expect((await off.browser().open('/signin')).body).toContain('"worker":"off"')
})

test('F16 the offline document has nothing of its requester, and its own policy', async () => {
  const browser = await host.signedIn('ann@example.com')
  await browser.open('/signin')
  const { status, headers, body, cookies } = await browser.open('/offline-shell')
  expect(status).toBe(200)
  expect(body).toContain('"offline":true')
  expect(body).toContain('"user":null')
  expect(body).not.toMatch(/Ann|ann@example/)
  expect(cookies).toEqual([])
  const nonce = /<script nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(headers['cache-control']).toBe('no-cache')
})

test('F16 no other document claims to be the offline one', async () => {
  expect((await host.browser().open('/signin')).body).toContain('"offline":false')
})

interface Manifest {
  name: string
  short_name: string
  theme_color: string
  icons: { src: string; sizes: string; purpose?: string }[]
  shortcuts: { name: string; url: string }[]
}
async function manifestOf(app: Pick<TestApp, 'browser'>, headers: Record<string, string> = {}): Promise<Manifest> {
  const { text, headers: given } = await app.browser().send({ path: '/manifest.webmanifest', headers })
  expect(given['content-type']).toBe('application/manifest+json; charset=utf-8')
  return JSON.parse(text)
}

test('CO-05 the product is installable: name, start, icons of both kinds, shortcuts', async () => {
  const manifest = await manifestOf(host)
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Portico',
    short_name: 'Portico',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#2d5fd3',
  })
  const sizes = (purpose: string) => manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)
  expect(sizes('any')).toEqual(['192x192', '512x512'])
  expect(sizes('maskable')).toEqual(['192x192', '512x512'])
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/api-detail', '/api-playground', '/users/getrows'])
  expect((await host.browser().open('/signin')).body).toContain('<link rel="manifest" href="/manifest.webmanifest">')
})

test('CO-06 a brand installs under its own name, colour and picture', async () => {
  const favicon_url = 'https://img.example/f.svg'
  const branded = await it.sibling({ brand: { title: 'Acme Data Platform', accent: '#102030', favicon_url } })
  const manifest = await manifestOf(branded)
  expect(manifest).toMatchObject({ name: 'Acme Data Platform', short_name: 'Acme Data', theme_color: '#102030' })
  expect(manifest.icons.map(({ src }) => src)).toEqual([favicon_url, '/brand-icon.svg'])
  const icon = await branded.browser().send({ path: '/brand-icon.svg' })
  expect(icon.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(icon.text).toContain('fill="#102030"')
  expect(icon.text).toContain('>A</text>')
})

test('the shortcuts speak the language of the browser', async () => {
  writeFileSync(join(it.data_dir, 'web/assets/i18n/de.json'), JSON.stringify({ Usage: ['Nutzung'] }))
  const german = await it.sibling()
  const names = async (language: string) =>
    (await manifestOf(german, { 'accept-language': language })).shortcuts.map(({ name }) => name)
  expect(await names('de-DE,en;q=0.5')).toEqual(['Nutzung', 'Playground', 'Payments'])
  expect(await names('xx')).toEqual(['Usage', 'Playground', 'Payments'])
})

test('a short name has whole words where possible', () => {
  expect(['Portico', 'Exactly Twelv', 'Acme Data Platform', 'Unbreakablename', 'One Two'].map(shortName)).toEqual([
    'Portico',
    'Exactly',
    'Acme Data',
    'Unbreakablen',
    'One Two',
  ])
})

test('F8 nothing of a brand becomes markup in its icon', () => {
  expect(drawIcon({ title: '<script>', accent: '"/><script>' })).not.toContain('<script>')
  expect(drawIcon({ title: '', accent: null })).toContain('></text>')
  expect(drawIcon({ title: 'x', accent: '#ffffff' })).toContain('fill="#000000"')
})
