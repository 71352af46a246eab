import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portico/contract/access.ts'
import { booting } from '@portico/contract/boot.ts'
import { CODE } from '@portico/contract/codes.ts'
import { playground } from '@portico/contract/playground.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCatalogue, readMenu } from '#catalogue/index.ts'
import { readTexts } from '#http/provider-texts.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { BUNDLED, dropProviders, writeProvider, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { WEATHER, WEATHER_PRICES } from '#testing/gateway/weather.ts'
import { MENU_IDS } from '#users/index.ts'
import { readPicture } from './brand-pictures.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#036"/></svg>'
const BRAND = `title: Skywatch
product: skywatch
logo_file: logo.svg
favicon_file: logo.svg
hero: { de: { title: 'Wetterdaten, abgerechnet pro Aufruf.' } }
`
const FILES = {
  'weather.yaml': WEATHER,
  'prices.yaml': WEATHER_PRICES,
  'brand.yaml': BRAND,
  'menu.yaml': 'sections: own\nhide: [databases-list, databases-purchases, backlinks-subscription]\n',
  'logo.svg': LOGO,
  'texts/de.json': JSON.stringify({ Stations: 'Stationen', Dashboard: 'Übersicht', '{count} ms': '{count} Millisek.' }),
}
let site: TestApp
beforeAll(async () => {
  const PROVIDER_DIR = writeWholeProvider(FILES)
  site = await openTestApp({
    settings: {
      PROVIDER_DIR,
      PUBLIC_URL: 'http://dashboard.example',
      API_URL: 'http://api.example',
      TRIAL_CREDIT: '2.5',
    },
  })
})
afterAll(async () => {
  await site.close()
  dropProviders()
})

const labels = async () => {
  const browser = site.browser()
  const { email } = await site.addUser({ email: `menu-${crypto.randomUUID()}@example.com` })
  await browser.signIn(email)
  const { user } = await browser.must(booting.boot, {})
  return user?.modules.main ?? []
}

describe('a provider of weather data', () => {
  test('has its own sections in the menu, and no hidden ones of ours', async () => {
    const main = await labels()
    const under = (id: string) => main.find(({ html_id }) => html_id === id)?.submodules_options
    expect(under('api-detail')?.map(({ label, url }) => [label, url])).toEqual([
      ['Maps', '/api-detail/maps'],
      ['Now', '/api-detail/now'],
      ['Service', '/api-detail/service'],
      ['Stations', '/api-detail/stations'],
      ['Unified overview', '/api-detail/unified-overview'],
    ])
    expect(under('api-playground')?.map(({ label }) => label)).toEqual(['Maps', 'Now', 'Service', 'Stations'])
    expect(JSON.stringify(main)).not.toMatch(/SERP|backlinks|databases/i)
  })

  test('overrides texts of ours, in a file with an address of its own', async () => {
    const reply = await site.app.inject({ url: '/assets/i18n/de.json?anything' })
    expect(reply.headers['cache-control']).toContain('immutable')
    expect(reply.json()).toMatchObject({ Stations: ['Stationen'], Dashboard: ['Übersicht'] })
    expect(reply.json()['{count} ms']).toEqual([['count'], ' Millisek.'])
    const own = await site.app.inject({ url: '/assets/i18n/operator/own.de.json?anything' })
    expect(own.headers['cache-control'], 'for the console').toContain('immutable')
    expect(own.json()).toMatchObject({ Stations: ['Stationen'], Dashboard: ['Übersicht'] })
  })

  test('serves its logo with its type, unable to run anything', async () => {
    const { logo_url, favicon_url } = site.ctx.brand
    expect(logo_url).toMatch(/^http:\/\/dashboard\.example\/brand\/[0-9a-f]{12}-logo\.svg$/)
    expect(favicon_url).toBe(logo_url)
    const reply = await site.app.inject({ url: new URL(logo_url ?? '').pathname })
    expect([reply.statusCode, reply.body]).toEqual([200, LOGO])
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': expect.stringContaining('immutable'),
    })
    expect((await site.app.inject({ url: '/brand/000000000000-logo.svg' })).headers['content-type']).toContain('html')
  })

  test('has a separate host for its API: shown to customers, and without pages', async () => {
    const browser = site.browser()
    const { email } = await site.addUser({ email: 'host@example.com' })
    await browser.signIn(email)
    expect(await browser.must(access.getCredentials, {})).toMatchObject({
      base_url: 'http://api.example/v3/',
      sandbox_url: 'http://api.example/sandbox/v3/',
    })
    expect((await browser.must(playground.getSetup, {})).base_url).toBe('http://api.example')
    const at = (url: string, host: string) => site.app.inject({ url, headers: { host } })
    const lost = await at('/nothing/here', 'api.example')
    expect([lost.statusCode, lost.headers['content-type']]).toEqual([404, 'application/problem+json'])
    expect((await at('/nothing/here', 'dashboard.example')).headers['content-type']).toContain('html')
    expect((await at('/v1/status', 'api.example')).statusCode).toBe(401)
  })

  test('has the functions of the account although no document of its own has them', async () => {
    const customer = await openCustomer(site)
    for (const path of ['user_data', 'errors', 'status', 'balance_history'])
      expect(await customer.codes(`/v3/appendix/${path}`)).toEqual([200, CODE.ok, CODE.ok])
  })
})

test('a document may describe functions of the account itself, without a duplicate of ours', () => {
  const own = 'openapi: 3.1.0\npaths:\n  /v3/appendix/user_data:\n    get: { summary: Mine }\n'
  const catalogue = openCatalogue(writeProvider({ 'own.yaml': own }))
  expect(catalogue.find('GET', '/v3/appendix/user_data')?.entry.title).toBe('Mine')
  expect(catalogue.find('GET', '/v3/appendix/status')?.entry.kind).toBe('account')
})

describe('a file that is no picture, or more than one, stops the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pictures-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = (name: string, content: string | Buffer) => () => {
    writeFileSync(join(folder, name), content)
    return readPicture(folder, name)
  }
  test.each([
    ['a script', LOGO.replace('<path', '<script>alert(1)</script><path')],
    ['a script of a namespace', LOGO.replace('<path', '<svg:script>alert(1)</svg:script><path')],
    ['a handler', LOGO.replace('<path', '<path onload = "alert(1)"')],
    ['a link', LOGO.replace('<path', '<a href="javascript:alert(1)"/><path')],
    ['a link with a prefix', LOGO.replace('<path', '<image xlink:href="https://a.example/x.png"/><path')],
    ['an import', LOGO.replace('<path', '<style>@import "https://a.example/x.css";</style><path')],
    ['an address', LOGO.replace('fill="#036"', 'fill="url(https://a.example/x.svg#a)"')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${LOGO}`],
    ['a page in it', LOGO.replace('<path', '<foreignObject/><path')],
    ['an encoded letter', LOGO.replace('<path', '<a href="&#106;avascript:alert(1)"/><path')],
    ['an animation', LOGO.replace('<path', '<set attributeName="href" to="javascript:alert(1)"/><path')],
  ])('%s', (_title, text) => {
    expect(read('logo.svg', text)).toThrow(/Save it as plain SVG/)
  })
  test('a drawing that refers to itself and to a picture inside of it is accepted', () => {
    const inner = '<use href="#a"/><image href="data:image/png;base64,AAAA"/><path fill="url(#b)"'
    expect(read('logo.svg', LOGO.replace('<path', inner))().type).toBe('image/svg+xml')
  })
  test.each([
    ['logo.png', LOGO, /no png picture/],
    ['logo.bmp', 'BM', /must be one of/],
    ['logo.svg', `${LOGO}${' '.repeat(600_000)}`, /at most 512 KB/],
  ])('%s', (name, content, reason) => {
    expect(read(name, content)).toThrow(reason)
  })
})

test.each([
  ['texts/de.json', '{', /de\.json could not be read/],
  ['texts/de.json', '[]', /must be a map/],
  ['texts/de.json', '{"Dashboard":""}', /"Dashboard" must be a text/],
  ['texts/de.json', '{"{count} ms":"{counts} ms"}', /has no \{counts\}/],
  ['texts/de.json', '{"{count} ms":"{count, plural, one {x}"}', /well-formed braces/],
  ['texts/xx.json', '{}', /there are only en\.json/],
])('%s with %s is refused', (name, text, reason) => {
  expect(() => readTexts(writeProvider({ [name]: text }))).toThrow(reason)
})

test.each([
  ['sections: mine', /sections is wrong/],
  ['hide: [payments, nothing]', /nothing cannot be hidden/],
  ['hide: [api-access]', /api-access cannot be hidden/],
  ['other: 1', /other is not known/],
])('menu.yaml with %s is refused', (text, reason) => {
  const folder = writeProvider({ 'menu.yaml': text })
  expect(() => readMenu(folder, openCatalogue(folder), 'portico', MENU_IDS)).toThrow(reason)
})

const TAGGED = `openapi: 3.0.3
info: { title: Chat and files, version: '1' }
tags:
  - { name: Audio, x-displayName: Speech & sound }
  - { name: VectorStores }
paths:
  /v1/audio/speech:
    post: { tags: [Audio], summary: Make speech, x-portico-kind: live, responses: { '200': { description: ok } } }
  /v1/vector_stores:
    get: { tags: [VectorStores], summary: List stores, x-portico-kind: live, responses: { '200': { description: ok } } }
  /v1/reviews:
    get: { tags: [Reviews], summary: List reviews, x-portico-kind: live, responses: { '200': { description: ok } } }
`

test('without menu.yaml the menu has the tags of the documents, and no page of a subscription that is not sold', () => {
  const folder = writeProvider({
    'chat.yaml': TAGGED,
    'prices.yaml': 'version: a\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n',
  })
  const menu = readMenu(folder, openCatalogue(folder), 'portico', MENU_IDS)
  const sections = [
    { id: 'reviews', title: 'Reviews' },
    { id: 'audio', title: 'Speech & sound' },
    { id: 'vectorstores', title: 'Vector stores' },
  ]
  expect(menu.playground).toEqual(expect.arrayContaining(sections))
  expect(menu.playground.map(({ id }) => id)).not.toContain('serp')
  expect(menu).toMatchObject({ is_own_only: true, unlisted: [] })
  expect([...menu.hidden].sort()).toEqual(['api-access-subscription', 'backlinks-subscription'])
})

test('the bundled provider keeps the built-in menu, and opens sections that it does not list', () => {
  const menu = readMenu(BUNDLED, openCatalogue(BUNDLED), 'portico', MENU_IDS)
  expect(menu).toMatchObject({ usage: [], playground: [], is_own_only: false, hidden: new Set() })
  expect(menu.unlisted).toEqual(['/api-detail/ai-optimization', '/api-playground/merchant'])
})

test('own sections may follow those of the default menu', () => {
  const folder = writeProvider({ 'menu.yaml': 'sections: added' })
  const menu = readMenu(folder, openCatalogue(folder), 'portico', MENU_IDS)
  expect(menu).toMatchObject({ usage: [{ id: 'weather', title: 'Weather' }], is_own_only: false, unlisted: [] })
})
