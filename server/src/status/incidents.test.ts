import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { XmlDocument } from 'libxml2-wasm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { textsIn } from '#i18n/translate.ts'
import { compose } from '#mail/compose.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { confirmSubscription, endSubscription } from './subscribe.ts'
import { subscriptionLink } from './subscription-links.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const OWN = new URL('https://dash.example')
const BRAND = new URL('https://brand.example')
const HOSTILE = `</p><script>alert(1)</script>"'&]]>\u0008\uFFFE<img src=x onerror=1> {{x}} \${1}`
const BY = { by: 'test' }
const ATOM = { a: 'http://www.w3.org/2005/Atom' }
const app = sharedApp({ settings: { PUBLIC_URL: OWN.href } })

beforeAll(async () => {
  await app.operator(operator.setWhitelabel, { host: BRAND.host, brand: { title: 'Brightside' }, ...BY })
})

const read = async (path: string, { site = OWN, language = 'en' }: { site?: URL; language?: Language } = {}) => {
  const { text, status } = await app.browser({ site }).send({ path, headers: { 'accept-language': language } })
  expect(status).toBe(200)
  return text
}
async function update(input: Omit<Parameters<typeof sendUpdate>[0], 'by'>) {
  app.clock.forward(60_000)
  const answer = await sendUpdate({ ...input, ...BY })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.status.run()
}
const sendUpdate = (input: Parameters<typeof app.operator<typeof operator.updateIncident>>[1]) =>
  app.operator(operator.updateIncident, input)
const remove = async (id: string) => {
  await app.operator(operator.removeIncident, { id, ...BY })
  await app.status.run()
}
const post = (path: string, body: string, more: { site?: URL; ip?: string; headers?: Record<string, string> } = {}) => {
  const { site = OWN, ip = '198.51.100.9', headers = {} } = more
  const type = { 'content-type': 'application/x-www-form-urlencoded', origin: site.origin }
  return app.browser({ site, ip }).send({ method: 'POST', path, body, headers: { ...type, ...headers } })
}
const subscribers = async () =>
  (await app.database.db.selectFrom('status_subscribers').select(['email', 'wl_id', 'language']).execute()).toSorted(
    (a, b) => a.email.localeCompare(b.email),
  )

describe('an incident', () => {
  test('is shown with its updates in the language of the reader, in English where there is none, and marked so', async () => {
    const texts = { en: 'The cache is full.', de: 'Der Cache ist voll.', fr: 'Le cache est plein.' }
    await update({ id: 'cache', state: 'investigating', apis: ['serp'], impact: 'outage', ...texts })
    await update({ id: 'cache', state: 'identified' })
    for (const language of LANGUAGES) {
      const html = await read('/status', { language })
      const t = textsIn(language)
      expect(html).toContain(t('There is an outage'))
      expect(html).toContain(`class="state outage">${t('Outage')}`)
      expect(html).toContain(t('Cause found'))
      const own = language in texts ? texts[language as keyof typeof texts] : texts.en
      expect(html).toContain(language in texts ? `<p class="text">${own}</p>` : `<p class="text" lang="en">${own}</p>`)
      // The second update has named neither: both stay as they were.
      expect(html.split('class="state outage"').length).toBe(2)
      expect(html.indexOf(t('Cause found'))).toBeLessThan(html.indexOf(t('Investigating')))
    }
    await update({ id: 'cache', state: 'monitoring', impact: 'degraded', apis: [] })
    expect(await read('/status')).not.toContain('class="state operational"')
    await update({ id: 'cache', state: 'resolved' })
    const html = await read('/status')
    expect(html).toContain('All APIs are working')
    expect(html.indexOf('Earlier incidents and maintenance')).toBeLessThan(html.indexOf('The cache is full.'))
    const { body } = await app.operator(operator.listIncidents, {})
    expect(body).toMatchObject({ incidents: [{ id: 'cache', state: 'resolved', impact: 'outage', updates: 4 }] })
    await remove('cache')
  })

  test('with hostile texts becomes no markup: in the page, the feed and the mail', async () => {
    await update({ id: 'hostile', state: 'investigating', en: HOSTILE })
    const window = { starts_at: '2026-03-02T09:00:00Z', ends_at: '2027-03-02T09:00:00Z', text: HOSTILE }
    await app.operator(operator.addNotice, { id: 'hostile-window', ...window, ...BY })
    await app.status.run()
    for (const site of [OWN, BRAND]) {
      const html = await read('/status', { site })
      expect(html).not.toMatch(/<script|<img src=x/)
      expect(html.split('&#60;script&#62;alert(1)').length).toBe(3)
      const feed = await read('/status.atom', { site })
      const xml = XmlDocument.fromString(feed)
      expect(xml.find('//a:entry', ATOM)).toHaveLength(2)
      expect(xml.find('//a:content', ATOM).map(({ content }) => content.includes('<script>alert(1)</script>'))).toEqual(
        [true, true],
      )
      xml.dispose()
    }
    await remove('hostile')
    await app.operator(operator.removeNotice, { id: 'hostile-window', ...BY })
  })

  test('reveals nothing of the provider at a white-label, whatever its text', async () => {
    const own = app.ctx.sites.own.brand.title
    await update({ id: 'named', state: 'identified', en: `${own} is fixing its cache.` })
    expect(await read('/status')).toContain(`${own} is fixing`)
    for (const path of ['/status', '/status.atom']) {
      const text = await read(path, { site: BRAND })
      expect(text).not.toContain(own)
      expect(text).not.toContain(OWN.host)
      expect(text).toContain('We know the cause and are working on a fix.')
    }
    await remove('named')
  })

  test.each([
    [{ id: 'UPPER', state: 'investigating' }, 'id'],
    [{ id: 'a', state: 'over' }, 'state'],
    [{ id: 'a', state: 'resolved', apis: ['serp', 'no-such'] }, 'apis'],
    [{ id: 'a', state: 'resolved', en: '   ' }, 'en'],
    [{ id: 'a', state: 'resolved', de: 'x'.repeat(1001) }, 'de'],
  ])('%j is refused with the field', async (input, field) => {
    const { status, body } = await sendUpdate({ ...input, ...BY } as never)
    expect(status).toBe(400)
    expect(Object.keys(('fields' in body && body.fields) || {})).toEqual([field])
  })

  test('does not hide maintenance, which wins while it runs and is past afterwards', async () => {
    const [starts_at, ends_at] = ['2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z']
    await app.operator(operator.addNotice, { id: 'window', starts_at, ends_at, text: null, ...BY })
    await app.status.run()
    expect(await read('/status')).toContain('From March 5, 2026 at 10:00 UTC to March 5, 2026 at 12:00 UTC.')
    expect(await read('/status', { language: 'de' })).toContain(textsIn('de')('Planned maintenance'))
    app.clock.forward(new Date('2026-03-05T11:00:00Z').getTime() - app.ctx.clock.now().getTime())
    await app.status.run()
    expect(await read('/status')).toContain('Maintenance in progress')
    app.clock.forward(2 * 60 * 60_000)
    await app.status.run()
    const html = await read('/status')
    expect(html).toContain('All APIs are working')
    expect(html.indexOf('Earlier incidents and maintenance')).toBeLessThan(html.indexOf('Planned maintenance'))
  })
})

describe('the feed is valid Atom', () => {
  test.each(LANGUAGES)('%s', async (language) => {
    await update({ id: `feed-${language}`, state: 'investigating', apis: ['serp', 'backlinks'] })
    const xml = XmlDocument.fromString(await read('/status.atom', { language, site: BRAND }))
    const texts = (path: string) => xml.find(path, ATOM).map(({ content }) => content)
    // RFC 4287: exactly one id, title and updated in the feed and in each entry.
    for (const path of ['/a:feed', '//a:entry'])
      for (const name of ['id', 'title', 'updated']) expect(texts(`${path}/a:${name}`)).toHaveLength(texts(path).length)
    for (const at of texts('//a:updated')) expect(new Date(at).toISOString()).toBe(at)
    const ids = texts('//a:id')
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(new URL(id).origin).toBe(BRAND.origin)
    expect(texts('/a:feed/a:author/a:name')).toEqual(['Brightside'])
    expect(texts('//a:entry/a:title')[0]).toContain(textsIn(language)('Investigating'))
    xml.dispose()
    await remove(`feed-${language}`)
  })
})

describe('a subscription', () => {
  const newest = async (to: string) => (await app.mails(to)).at(-1)
  const linkIn = async (to: string) => String((await newest(to))?.data.link ?? '')

  test.each(LANGUAGES.flatMap((language) => [OWN, BRAND].map((site) => [language, site.host, site] as const)))(
    'is confirmed by its link, gets each update once and ends with one press: %s at %s',
    async (language, _, site) => {
      const email = `${language}@${site.host}`
      const t = textsIn(language)
      const begun = await post(`/status/subscribe?language=${language}`, `email=${encodeURIComponent(` ${email} `)}`, {
        site,
        ip: `192.0.2.${LANGUAGES.indexOf(language)}`,
      })
      expect([begun.status, begun.text.includes(t('Check your mailbox'))]).toEqual([200, true])
      expect(await subscribers()).toEqual([])
      const link = new URL(await linkIn(email))
      expect(link.origin).toBe(site.origin)
      // A scanner that opens the link confirms nothing.
      expect(await read(link.pathname, { site, language: 'en' })).toContain(t('Confirm subscription'))
      expect(await subscribers()).toEqual([])
      expect((await post(link.pathname, '', { site, headers: { origin: 'null' } })).text).toContain(
        t('You are subscribed'),
      )
      await post(link.pathname, '', { site })
      expect(await subscribers()).toEqual([{ email, wl_id: site === OWN ? 0 : expect.any(Number), language }])
      const sent = (await app.mails(email)).length
      await update({ id: 'mailed', state: 'investigating', en: 'It is slow.', [language]: `<b>${language}</b>` })
      await app.status.run()
      await update({ id: 'mailed', state: 'resolved' })
      const mails = (await app.mails(email)).slice(sent)
      expect(mails.map(({ template, language: of }) => [template, of])).toEqual([
        ['status_update', language],
        ['status_update', language],
      ])
      const [first] = mails
      if (!first) throw new Error('no mail')
      const content = { language, template: 'status_update' as const, data: first.data as never }
      const mail = compose(app.ctx, first as never, content)
      expect(mail.subject).toContain(t('Investigating'))
      expect(mail.subject).toContain(site === OWN ? app.ctx.sites.own.brand.title : 'Brightside')
      expect(mail.html).toContain(
        `&#60;b&#62;${language}`
          .replace('&#60;', mail.html.includes('&#60;') ? '&#60;' : '&lt;')
          .replace('&#62;', mail.html.includes('&#62;') ? '&#62;' : '&gt;'),
      )
      const stop = new URL(/<(.+)>/.exec(String(mail.headers?.['List-Unsubscribe']))?.[1] ?? '')
      expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      expect([stop.origin, mail.text.includes(stop.href)]).toEqual([site.origin, true])
      expect(await read(stop.pathname, { site })).toContain(t('Unsubscribe'))
      expect(await subscribers()).toHaveLength(1)
      const ended = await post(stop.pathname, 'List-Unsubscribe=One-Click', {
        site,
        headers: { origin: undefined as never },
      })
      expect([ended.status, ended.text.includes(t('You are unsubscribed'))]).toEqual([200, true])
      expect(await subscribers()).toEqual([])
      // Pressed again it is answered alike.
      expect((await post(stop.pathname, '', { site })).text).toContain(t('You are unsubscribed'))
      await update({ id: 'mailed', state: 'investigating' })
      expect(await app.mails(email)).toHaveLength(sent + 2)
      await remove('mailed')
    },
  )

  test('gets updates that were written between two runs, each with the heading of its time, also when confirmed again', async () => {
    const reader = { email: 'behind@example.com', wl_id: 0, language: 'en' } as const
    await confirmSubscription(app.ctx, reader)
    await sendUpdate({ id: 'growing', state: 'investigating', impact: 'degraded', ...BY })
    await sendUpdate({ id: 'growing', state: 'identified', impact: 'outage', ...BY })
    await confirmSubscription(app.ctx, reader)
    await app.status.run()
    expect((await app.mails(reader.email)).map(({ data }) => data.heading)).toEqual([
      'Some calls failing: all APIs',
      'Outage: all APIs',
    ])
    await endSubscription(app.ctx, reader)
    await remove('growing')
  })

  test('reveals nothing: an address with an account, a subscriber and an unknown one are answered alike', async () => {
    const { email } = await app.addUser({ email: 'account@example.com' })
    const link = subscriptionLink(app.ctx, 'confirm', { email: 'is@example.com', wl_id: 0, language: 'en' }, OWN)
    await post(new URL(link).pathname, '')
    const texts = []
    for (const one of [email, 'is@example.com', 'unknown@example.com']) {
      const { status, text } = await post('/status/subscribe', `email=${one}`, { ip: '203.0.113.5' })
      texts.push([status, text.replaceAll(one, 'X').replaceAll(/nonce="[^"]+"/g, '')])
      expect(await newest(one)).toMatchObject({ template: 'status_confirm' })
    }
    expect(new Set(texts.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test('is limited: an address gets three mails a day, and one caller ten attempts an hour', async () => {
    for (let at = 0; at < 5; at += 1)
      expect((await post('/status/subscribe', 'email=flood@example.com', { ip: '203.0.113.6' })).status).toBe(200)
    expect(await app.mails('flood@example.com')).toHaveLength(3)
    const statuses = []
    for (let at = 0; at < 8; at += 1)
      statuses.push((await post('/status/subscribe', `email=f${at}@example.com`, { ip: '203.0.113.6' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })

  test.each(['', 'no-address', '"><script>x</script>', `a@${'x'.repeat(300)}.example`])(
    'with the address %j is refused beside the field, and nothing typed is lost or executed',
    async (typed) => {
      const { status, text } = await post('/status/subscribe', new URLSearchParams({ email: typed }).toString())
      expect(status).toBe(400)
      expect(text).toContain('Please enter a valid e-mail address.')
      expect(text).not.toContain('<script')
      expect(text).toContain('aria-describedby="wrong"')
    },
  )

  test('comes from our own page only', async () => {
    const { status } = await post('/status/subscribe', 'email=a@example.com', { headers: { origin: BRAND.origin } })
    expect(status).toBe(403)
  })

  test('needs a link that is whole, of this site, of this kind and a day old at most', async () => {
    const about = { email: 'link@example.com', wl_id: 0, language: 'en' as const }
    const path = (kind: 'confirm' | 'unsubscribe') => new URL(subscriptionLink(app.ctx, kind, about, OWN)).pathname
    const confirm = path('confirm')
    const changed = confirm.slice(0, -2) + (confirm.endsWith('AA') ? 'BB' : 'AA')
    const crossed = path('unsubscribe').replace('unsubscribe', 'confirm')
    for (const wrong of [changed, crossed, '/status/confirm/x', '/status/unsubscribe/x'])
      expect((await post(wrong, '')).status, wrong).toBe(404)
    expect((await post(confirm, '', { site: BRAND })).status).toBe(404)
    app.clock.forward(25 * 60 * 60_000)
    expect((await post(confirm, '')).status).toBe(404)
    expect((await subscribers()).map(({ email }) => email)).not.toContain(about.email)
  })

  test('of a white-label that is gone ends without a word of the provider', async () => {
    const gone = { email: 'gone@example.com', wl_id: 4711, language: 'en', last_update_id: 0 }
    const row = { ...gone, confirmed_at: app.ctx.clock.now() }
    await app.database.db.insertInto('status_subscribers').values(row).execute()
    await update({ id: 'after', state: 'investigating' })
    expect(await app.mails('gone@example.com')).toEqual([])
    expect((await subscribers()).map(({ email }) => email)).not.toContain('gone@example.com')
    await remove('after')
  })
})
