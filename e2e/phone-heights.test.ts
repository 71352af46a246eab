// Every signed-in screen on a phone, with the data of the demo: none is endless, and none is wider than the phone.
import { beforeAll, expect, test } from 'vitest'
import { users } from '../contract/src/users.ts'
import { type Server, startServer } from './harness.ts'
import type { WatchedPage } from './harness-browser.ts'
import { PHONE } from './harness-people.ts'
import { callBeside, enter, goWithin, settler } from './harness-shell.ts'

const MOST_PX = 4_000
const SCREENS = [
  '/api-dashboard',
  ...['', '?tab=logins', '?tab=agents', '?tab=security', '?tab=activity'].map((tab) => `/api-access${tab}`),
  ...['', '?group=tag', '?group=login', '/serp', '/unified-overview'].map((part) => `/api-detail${part}`),
  ...['', '?view=list', '?tab=webhooks'].map((part) => `/api-errors${part}`),
  '/api-settings',
  '/databases/list',
  '/databases/purchases',
  '/backlinks-subscription',
  '/api-access-subscription',
  ...['', '?tab=history', '?tab=methods', '?tab=billing', '?tab=promo'].map((tab) => `/users/getrows${tab}`),
  '/users/profile',
  '/users/security-log',
]

let server: Server
let page: WatchedPage
beforeAll(async () => {
  server = await startServer({ DEMO: 'on', BOT_CHECK: 'off' })
  page = await enter(server, PHONE)
  await callBeside(page, server.url, users.setLanguage, { language: 'de' })
  await page.reload()
})

test('no signed-in screen is higher than 4,000 px or wider than a phone, in German with the data of the demo', async () => {
  const settled = settler(page)
  const tooLarge: string[] = []
  for (const path of SCREENS) {
    await goWithin(page, path)
    await page.locator('main h1').first().waitFor()
    await settled()
    await expect.poll(() => page.locator('main [aria-busy=true]').count(), { timeout: 20_000 }).toBe(0)
    const { scrollHeight: high, scrollWidth: wide } = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement
      return { scrollHeight, scrollWidth }
    })
    if (high > MOST_PX || wide > PHONE.width) tooLarge.push(`${path} ${wide}×${high}`)
  }
  expect(tooLarge).toEqual([])
})
