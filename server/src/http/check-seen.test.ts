// Every form that saves all of its fields at once, and another user who has saved meanwhile.
import type { Alerts } from '@portico/contract/alert-fields.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { billing } from '@portico/contract/billing.ts'
import type { DetailsValues } from '@portico/contract/billing-details.ts'
import { profile } from '@portico/contract/profile.ts'
import { settings } from '@portico/contract/settings.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { sharedApp } from '#testing/shared-app.ts'

const app = sharedApp()

type Browser = ReturnType<TestApp['browser']>
type Reply = Promise<{ status: number; body: unknown }>

interface SavedForm<T> {
  /** The initial values of a form, and the changes of three users. */
  values: [T, T, T, T]
  save(browser: Browser, value: T, seen?: T): Reply
  read(browser: Browser): Promise<T>
}
const form = <T>(one: SavedForm<T>) => one as SavedForm<unknown>

const alertsWith = (days_left_below: number | null): Alerts => ({
  balance_below_micros: 5_000_000,
  days_left_below,
  limit_percents: [100, 50],
  error_rate_above: null,
})
const details = (city: string): DetailsValues => ({ ...GERMAN, vat_id: 'DE136695976', invoice_emails: 'a@b.de', city })
const profileOf = (name: string) => ({ name, phone: '', time_zone: 'Europe/Berlin' })
const withSeen = <T>(seen: T | undefined) => (seen === undefined ? {} : { seen })

const FORMS: [string, SavedForm<unknown>][] = [
  [
    'the daily limit',
    form<number | null>({
      values: [null, 1_000_000, 2_000_000, 0],
      save: (browser, limit_micros, seen) =>
        browser.call(settings.saveSpendLimit, { scope: '', limit_micros, ...withSeen(seen) }),
      read: async (browser) => (await browser.must(settings.getSettings, {})).limits[0]?.limit_micros ?? null,
    }),
  ],
  [
    'the limit of an API',
    form<number | null>({
      values: [7, 1_000_000, 2_000_000, null],
      save: (browser, limit_micros, seen) =>
        browser.call(settings.saveSpendLimit, { scope: 'serp', limit_micros, ...withSeen(seen) }),
      read: async (browser) => {
        const { limits } = await browser.must(settings.getSettings, {})
        return limits.find(({ scope }) => scope === 'serp')?.limit_micros ?? null
      },
    }),
  ],
  [
    'duplicates',
    form<{ hour: 10 | 20 | null; day: 90 | null }>({
      values: [
        { hour: null, day: null },
        { hour: 10, day: null },
        { hour: null, day: 90 },
        { hour: 20, day: 90 },
      ],
      save: (browser, value, seen) => browser.call(settings.saveDuplicates, { ...value, ...withSeen(seen) }),
      read: async (browser) =>
        (await browser.must(settings.getSettings, {})).duplicates as { hour: 10 | 20 | null; day: 90 | null },
    }),
  ],
  [
    'the webhook delay',
    form<0 | 50 | 100 | 200>({
      values: [0, 50, 100, 200],
      save: (browser, webhook_delay_ms, seen) =>
        browser.call(settings.saveWebhookDelay, { webhook_delay_ms, ...withSeen(seen) }),
      read: async (browser) => (await browser.must(settings.getSettings, {})).webhook_delay_ms as 0 | 50 | 100 | 200,
    }),
  ],
  [
    'alerts',
    form({
      values: [alertsWith(null), alertsWith(3), alertsWith(5), alertsWith(9)],
      save: (browser, value, seen) => browser.call(settings.saveAlerts, { ...value, ...withSeen(seen) }),
      read: async (browser) => (await browser.must(settings.getSettings, {})).alerts,
    }),
  ],
  [
    'the address for alerts',
    form<string | null>({
      values: ['https://one.example/', 'https://two.example/', 'https://three.example/', null],
      save: (browser, url, seen) => browser.call(alerting.saveAlertWebhook, { url: url ?? '', ...withSeen(seen) }),
      read: async (browser) => (await browser.must(alerting.getAlertWebhook, {})).url,
    }),
  ],
  [
    'profile texts',
    form({
      values: [profileOf('Ann'), profileOf('Anna'), profileOf('Anne'), profileOf('Annette')],
      save: (browser, value, seen) => browser.call(profile.saveProfile, { ...value, ...withSeen(seen) }),
      read: async (browser) => {
        const { name, phone, time_zone } = await browser.must(profile.getProfile, {})
        return { name, phone, time_zone }
      },
    }),
  ],
  [
    'e-mail preferences',
    form<{ news: 0 | 1; offers: 0 | 1; reports: 0 | 1; triggers: 0 | 1 }>({
      values: [
        { news: 1, offers: 1, reports: 1, triggers: 1 },
        { news: 0, offers: 1, reports: 1, triggers: 1 },
        { news: 1, offers: 0, reports: 1, triggers: 1 },
        { news: 0, offers: 0, reports: 0, triggers: 0 },
      ],
      save: (browser, value, seen) => browser.call(profile.savePreferences, { ...value, ...withSeen(seen) }),
      read: async (browser) => (await browser.must(profile.getProfile, {})).preferences,
    }),
  ],
  [
    'billing details',
    form({
      values: [details('Bonn'), details('Köln'), details('Trier'), details('Ulm')],
      save: (browser, value, seen) => browser.call(billing.saveDetails, { ...value, ...withSeen(seen) }),
      read: async (browser) => {
        const { details } = await browser.must(billing.getDetails, {})
        if (!details) throw new Error('no billing details are saved')
        return details as DetailsValues
      },
    }),
  ],
]

let people = 0
async function customer(): Promise<Browser> {
  people += 1
  const email = `customer-${people}@example.com`
  await app.addUser({ email, name: 'Customer' })
  return app.signedIn(email, { ip: `198.51.100.${people}` })
}

test.each(FORMS)(
  '%s: changes saved by others meanwhile are not undone, unless they were seen',
  async (_what, { values, save, read }) => {
    const browser = await customer()
    const [opened, theirs, mine] = values
    expect((await save(browser, opened)).status).toBe(200)
    expect(await read(browser)).toEqual(opened)
    expect((await save(browser, theirs, opened)).status).toBe(200)
    const refused = await save(browser, mine, opened)
    expect(refused).toMatchObject({ status: 409, body: { code: 'values_changed' } })
    expect(await read(browser)).toEqual(theirs)
    expect((await save(browser, mine, theirs)).status).toBe(200)
    expect(await read(browser)).toEqual(mine)
    // A client that does not send what it has seen saves as before.
    expect((await save(browser, opened)).status).toBe(200)
  },
)

test.each(FORMS)('%s: of three users who save at the same moment two get an error', async (_what, { values, save }) => {
  const browser = await customer()
  const [opened, ...others] = values
  expect((await save(browser, opened)).status).toBe(200)
  const replies = await Promise.all(others.map((value) => save(browser, value, opened)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('billing details and an alert address that others gave first are not overwritten by a form that saw none', async () => {
  const browser = await customer()
  const statuses = async (both: Reply[]) => (await Promise.all(both)).map(({ status }) => status).toSorted()
  const cities = ['Bonn', 'Ulm'].map((city) => browser.call(billing.saveDetails, { ...details(city), seen: null }))
  expect(await statuses(cities)).toEqual([200, 409])
  const urls = ['https://one.example/', 'https://two.example/']
  const addresses = urls.map((url) => browser.call(alerting.saveAlertWebhook, { url, seen: null }))
  expect(await statuses(addresses)).toEqual([200, 409])
})

test('language and theme that were chosen elsewhere stay when a form about other things is saved', async () => {
  const browser = await customer()
  await browser.must(users.setLanguage, { language: 'de' })
  await browser.must(users.setTheme, { theme_view: 'dark' })
  await browser.must(profile.saveProfile, profileOf('Ann'))
  expect(await browser.must(profile.getProfile, {})).toMatchObject({ name: 'Ann', language: 'de', theme_view: 'dark' })
})
