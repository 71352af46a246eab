import { LANGUAGES } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { textsIn } from '#i18n/translate.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { openAnswerCounter } from './answer-counter.ts'
import { addCounts } from './count-store.ts'
import { levelOfDay } from './judge.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const OWN = new URL('http://dash.example')
const BRAND = new URL('http://brand.example')
const BY = { by: 'test' }
let upstream: TestServer
let app: TestApp

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, envelope({ result: [{}] })))
  app = await openTestApp({ settings: { PUBLIC_URL: OWN.href, UPSTREAM_URL: upstream.url } })
  const brand = { title: 'Brightside <Data>' }
  const made = await app.operator(operator.setWhitelabel, { host: BRAND.host, brand, ...BY })
  expect(made.status).toBe(200)
})
afterAll(async () => {
  await app.close()
  await upstream.close()
})

const page = (site = OWN, path = '/status', headers: Record<string, string> = {}) =>
  app.browser({ site }).send<string>({ path, headers: { 'accept-language': 'en', ...headers } })
describe('the status page is drawn for every brand and language', () => {
  const cases = LANGUAGES.flatMap((language) => [OWN, BRAND].map((site) => [language, site.host, site] as const))
  test.each(cases)('%s at %s', async (language, _, site) => {
    await app.status.run()
    const { status, text, headers } = await page(site, '/status', { 'accept-language': `${language},en;q=0.1` })
    expect(status).toBe(200)
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(textsIn(language)('All APIs are working'))
    expect(text).not.toContain('<script')
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(headers.vary).toContain('Accept-Language')
    const own = app.ctx.sites.own.brand.title
    if (site === BRAND) {
      expect(text).toContain('Brightside &#60;Data&#62;')
      expect(text).not.toContain(own)
    } else expect(text).toContain(own)
    // Ninety bars for each API, and each names its day.
    const apis = new Set(app.ctx.catalogue.functions().map(({ api }) => api)).difference(new Set(['appendix']))
    expect(text.split('<rect class=').length - 1).toBe(90 * apis.size)
    expect(text.split('<article class="api">').length - 1).toBe(apis.size)
    for (const other of LANGUAGES.filter((one) => one !== language))
      expect(text).toContain(`href="/status?language=${other}"`)
  })

  test('the address wins over the cookie, and the cookie over the browser', async () => {
    const lang = async (path: string, headers: Record<string, string>) =>
      /<html lang="(\w+)"/.exec((await page(OWN, path, headers)).text)?.[1]
    expect(await lang('/status', { 'accept-language': 'fr', cookie: 'language=es' })).toBe('es')
    expect(await lang('/status?language=de', { 'accept-language': 'fr', cookie: 'language=es' })).toBe('de')
    expect(await lang('/status?language=xx', { 'accept-language': 'fr' })).toBe('fr')
  })

  test('APIs have their titles in the language of the page, and only those that are sold are listed', async () => {
    const titles = async (language: string) =>
      [...(await page(OWN, `/status?language=${language}`)).text.matchAll(/<h3>([^<]+)<\/h3><span/g)].map(
        ([, one]) => one,
      )
    const [english, german] = [await titles('en'), await titles('de')]
    expect(english).toContain('Keywords data')
    expect(german).toContain('Keyword-Daten')
    expect(german).toHaveLength(english.length)
    expect(english).not.toContain('Appendix')
  })
})

describe('the state of an API comes from its answers', () => {
  const serp = async (path = '/status') => {
    const { text } = await page(OWN, path)
    const found = /<h3>SERP[^<]*<\/h3><span class="state (\w+)"/.exec(text)
    return { state: found?.[1], text }
  }
  const today = () => app.ctx.clock.now().toISOString().slice(0, 10)
  const counts = () =>
    app.database.db.selectFrom('status_days').select(['api', 'calls', 'failed']).where('api', '=', 'serp').execute()

  test('failures of the source are an outage; mistakes of customers, sandbox calls and unknown callers are not', async () => {
    const customers = [await openCustomer(app), await openCustomer(app)]
    upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
    for (const customer of customers) expect((await customer.call(LIVE, { body: search() })).http).toBe(200)
    await app.status.run()
    expect(await counts()).toEqual([{ api: 'serp', calls: 2, failed: 0 }])
    for (const customer of customers) {
      await customer.call(LIVE, { body: [{}] })
      await customer.call(LIVE, { body: 'no json' })
      await customer.call(LIVE, { body: search(), headers: { authorization: 'Basic bm8=' } })
      await customer.call(`/sandbox${LIVE}`, { body: search() })
    }
    await app.status.run()
    expect(await counts()).toEqual([{ api: 'serp', calls: 2, failed: 0 }])
    expect((await serp()).state).toBe('operational')
    upstream.setAnswer((_, response) => response.writeHead(500).end('broken'))
    for (let at = 0; at < 3; at += 1)
      for (const customer of customers) await customer.call(LIVE, { body: search(`fails ${at}`) })
    await app.status.run()
    expect(await counts()).toEqual([{ api: 'serp', calls: 8, failed: 6 }])
    const { state, text } = await serp()
    expect(state).toBe('outage')
    expect(text).toContain('There is an outage')
    expect(text).toContain('<rect class="major"')
    expect(text).toContain('25% answered')
    // Other APIs are not touched by it.
    expect(text).toContain('class="state operational"')
    upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
    app.clock.forward(11 * 60_000)
    await app.status.run()
    expect((await serp()).state).toBe('operational')
    expect((await serp()).text).toContain('<rect class="major"')
  })

  test('several instances add up, and a restart forgets nothing', async () => {
    const before = await counts()
    const minute = new Date(`${today()}T00:00:00.000Z`)
    const row = { api: 'serp', minute, calls: 10, failed: 1 }
    await Promise.all([addCounts(app.database.db, [row]), addCounts(app.database.db, [row])])
    expect(await counts()).toEqual([
      { api: 'serp', calls: (before[0]?.calls ?? 0) + 20, failed: (before[0]?.failed ?? 0) + 2 },
    ])
  })

  test('one customer whose calls fail alone does not paint the bar of all; with several it counts in full', () => {
    const counter = openAnswerCounter(app.ctx)
    const report = (login_id: number, is_good: boolean, times: number) => {
      for (let at = 0; at < times; at += 1) counter.count({ api: 'serp', is_good, login_id })
    }
    const taken = () => counter.take().map(({ calls, failed }) => [calls, failed])
    report(1, false, 500)
    report(2, true, 3)
    expect(taken()).toEqual([[4, 1]])
    report(1, false, 5)
    report(3, false, 2)
    report(2, true, 3)
    expect(taken()).toEqual([[10, 7]])
    // A single customer is all there is to judge by.
    report(1, false, 5)
    const rows = counter.take()
    expect(rows).toMatchObject([{ calls: 5, failed: 5 }])
    counter.giveBack(rows)
    report(1, true, 1)
    expect(taken()).toEqual([[6, 5]])
    expect(taken()).toEqual([])
  })

  test.each([
    [undefined, 'none'],
    [{ calls: 0, failed: 0 }, 'none'],
    [{ calls: 1000, failed: 4 }, 'good'],
    [{ calls: 1000, failed: 5 }, 'minor'],
    [{ calls: 1000, failed: 49 }, 'minor'],
    [{ calls: 1000, failed: 50 }, 'major'],
    [{ calls: 10, failed: 4 }, 'minor'],
    [{ calls: 10, failed: 5 }, 'major'],
  ] as const)('a day of %j is %s', (given, level) => expect(levelOfDay(given)).toBe(level))

  test('a share is rounded down: only a day without any failure has a hundred percent', async () => {
    await addCounts(app.database.db, [
      { api: 'backlinks', minute: new Date(`${today()}T00:00:00.000Z`), calls: 1_000_000, failed: 1 },
    ])
    await app.status.run()
    expect((await page()).text).toContain('99.99% answered')
  })
})
