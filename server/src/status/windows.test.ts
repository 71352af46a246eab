import { LANGUAGES } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { textsIn } from '#i18n/translate.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { formatsFor } from './language.ts'
import { confirmSubscription } from './subscribe.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR_MS = 3_600_000
const BY = { by: 'test' }
const BRAND = 'brand.example'
const app = sharedApp({ settings: { PUBLIC_URL: 'https://dash.example' } })
let brand_id: number

beforeAll(async () => {
  const { body } = await app.operator(operator.setWhitelabel, { host: BRAND, brand: { title: 'Brightside' }, ...BY })
  brand_id = 'id' in body ? body.id : 0
  for (const language of LANGUAGES)
    await confirmSubscription(app.ctx, { email: `${language}@example.com`, wl_id: 0, language })
  await confirmSubscription(app.ctx, { email: 'brand@example.com', wl_id: brand_id, language: 'es' })
})
beforeEach(() => app.database.owner.query('delete from outbox'))

const at = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS)
const announce = async (id: string, from: Date, to: Date, more: { mail?: boolean; text?: string } = {}) => {
  const window = { starts_at: from.toISOString(), ends_at: to.toISOString(), text: null, mail: true, ...more }
  const { body, status } = await app.operator(operator.addNotice, { id, ...window, ...BY })
  expect(status, JSON.stringify(body)).toBe(200)
  await app.status.run()
  return body
}
const sent = async () =>
  Object.fromEntries((await app.mails()).map(({ to_address, data }) => [to_address, data as Record<string, string>]))

test('a window is mailed once to every subscriber in their language and brand, on any number of instances', async () => {
  const [from, to] = [at(48), at(50)]
  const provider = app.ctx.sites.own.brand.title
  expect(await announce('disks', from, to, { text: `${provider} gets new disks.` })).toEqual({ id: 'disks', mails: 6 })
  const other = await app.sibling()
  await Promise.all([app.status.run(), other.status.run()])
  const mails = await app.mails()
  expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
    [...LANGUAGES.map((one) => `${one}@example.com`), 'brand@example.com'].toSorted(),
  )
  const all = await sent()
  for (const language of LANGUAGES) {
    const { moment } = formatsFor(language)
    expect(all[`${language}@example.com`]).toMatchObject({
      heading: textsIn(language)('Planned maintenance'),
      state: textsIn(language)('Upcoming'),
      sentence: textsIn(language)('From {from} to {to}. Calls can fail during this time.', {
        from: moment(from),
        to: moment(to),
      }),
      text: `${provider} gets new disks.`,
      link: 'https://dash.example/status',
      stop_link: expect.stringContaining('https://dash.example/status/unsubscribe/'),
    })
  }
  // A white-label's subscriber does not read the provider's name.
  expect(all['brand@example.com']).toMatchObject({ text: '', link: `https://${BRAND}/status` })
  expect(JSON.stringify(all['brand@example.com'])).not.toContain(provider)
})

test('a window that is announced without mail is not mailed, also not to later subscribers', async () => {
  await announce('quiet', at(30), at(31), { mail: false })
  expect(await app.mails()).toEqual([])
  const { body } = await app.operator(operator.listNotices, {})
  const mailed = 'notices' in body ? body.notices.map(({ id, is_mailed }) => [id, is_mailed]) : []
  expect(Object.fromEntries(mailed)).toMatchObject({ quiet: false, disks: true })
  await confirmSubscription(app.ctx, { email: 'late@example.com', wl_id: 0, language: 'en' })
  await app.status.run()
  expect(await app.mails()).toEqual([])
})

test('a window that is moved or cancelled is mailed again, and one that is over is not', async () => {
  const [from, to] = [at(60), at(61)]
  await announce('disks', from, to)
  expect((await sent())['de@example.com']).toMatchObject({ state: textsIn('de')('New time'), text: '' })
  await app.database.owner.query('delete from outbox')
  await app.operator(operator.removeNotice, { id: 'disks', ...BY })
  await app.status.run()
  const { moment } = formatsFor('ru')
  expect((await sent())['ru@example.com']).toMatchObject({
    state: textsIn('ru')('Canceled'),
    sentence: textsIn('ru')('The maintenance planned from {from} will not take place.', { from: moment(from) }),
  })
  expect(Object.keys(await sent())).toHaveLength(7)
  await app.database.owner.query('delete from outbox')
  await announce('short', at(1), at(2))
  app.clock.forward(3 * HOUR_MS)
  await app.database.owner.query('delete from outbox')
  await app.operator(operator.removeNotice, { id: 'short', ...BY })
  await app.operator(operator.removeNotice, { id: 'quiet', ...BY })
  await app.status.run()
  expect(await app.mails()).toEqual([])
})

test('a window that is planned again after it was cancelled is mailed as upcoming', async () => {
  await announce('again', at(10), at(11))
  await app.operator(operator.removeNotice, { id: 'again', ...BY })
  await app.status.run()
  await app.database.owner.query('delete from outbox')
  await announce('again', at(20), at(21))
  expect((await sent())['en@example.com']).toMatchObject({ state: 'Upcoming' })
  await app.operator(operator.removeNotice, { id: 'again', ...BY })
  await app.status.run()
})

test('an announcement that could not be mailed until the window was over is mailed no more', async () => {
  const window = { starts_at: at(1).toISOString(), ends_at: at(2).toISOString(), text: null, mail: true }
  await app.operator(operator.addNotice, { id: 'missed', ...window, ...BY })
  app.clock.forward(3 * HOUR_MS)
  await app.status.run()
  expect(await app.mails()).toEqual([])
})

test('previews have the texts of the page and the mail, in every language', async () => {
  const [from, to] = [at(5), at(6)]
  const { body } = await app.operator(operator.previewNotice, {
    starts_at: from.toISOString(),
    ends_at: to.toISOString(),
  })
  const { body: bad } = await app.operator(operator.previewNotice, {
    starts_at: to.toISOString(),
    ends_at: from.toISOString(),
  })
  expect(bad).toMatchObject({ code: 'invalid_input' })
  await announce('seen', from, to)
  const all = await sent()
  const previews = 'previews' in body ? body.previews : []
  expect(previews.map(({ language }) => language)).toEqual(LANGUAGES)
  for (const { language, heading, state, sentence } of previews)
    expect(all[`${language}@example.com`]).toMatchObject({ heading, state, sentence })
  await app.operator(operator.removeNotice, { id: 'seen', ...BY })
  await app.status.run()
  await app.database.owner.query('delete from outbox')
  const next = { id: 'cache', state: 'identified', impact: 'degraded' } as const
  await app.operator(operator.updateIncident, {
    id: 'cache',
    state: 'investigating',
    impact: 'outage',
    apis: ['serp'],
    ...BY,
  })
  await app.status.run()
  await app.database.owner.query('delete from outbox')
  const { body: incident } = await app.operator(operator.previewIncident, { ...next, apis: 'serp,backlinks' })
  await app.operator(operator.updateIncident, { ...next, apis: ['serp', 'backlinks'], ...BY })
  await app.status.run()
  const updates = await sent()
  const shown = 'previews' in incident ? incident.previews : []
  expect(shown).toHaveLength(5)
  for (const { language, heading, state, sentence } of shown)
    expect(updates[`${language}@example.com`]).toMatchObject({ heading, state, sentence })
  expect((await app.operator(operator.previewIncident, { ...next, apis: 'nothing' })).status).toBe(400)
})
