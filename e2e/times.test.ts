// One zone for all times on the page: the profile's, wherever the browser is.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { LIVE, readAuthorization } from '../bench/gateway-client.ts'
import { access } from '../contract/src/access.ts'
import { profile } from '../contract/src/profile.ts'
import { openServer, type Server } from './harness.ts'
import { DESKTOP } from './harness-people.ts'
import { callFrom, enter, soon } from './harness-shell.ts'

let server: Server
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off' })
})

const TOKYO = { ...DESKTOP, zone: 'Asia/Tokyo' }

/** The current local time in that zone, to the minute. */
function clockIn(timeZone: string, at: string): string {
  return new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    new Date(at),
  )
}

async function chooseZone(page: Page, time_zone: string): Promise<void> {
  await callFrom(page, profile.saveProfile, {
    name: 'Demo',
    phone: '',
    language: 'en',
    theme_view: 'light',
    time_zone,
  })
}

/** The first time element: its instant and its text. */
async function timeIn(where: Locator) {
  const time = where.locator('time').first()
  await time.waitFor(soon)
  return {
    at: (await time.getAttribute('datetime')) ?? '',
    text: await time.innerText(),
    title: await time.getAttribute('title'),
  }
}

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })

test('one event has the same time on every screen, in the zone of the profile, named, whatever the browser has', {
  tags: 'long',
}, async () => {
  const page = await enter(server, TOKYO, '/api-access')
  await chooseZone(page, 'America/New_York')
  await callFrom(page, access.saveIpAccess, { rules: [], check: false })
  const authorization = await readAuthorization(server.url)
  await fetch(`${server.url}${LIVE}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify([{ location_code: 2840 }]),
  })

  const changed = 'The list of allowed addresses was changed'
  await page.goto(`${server.url}/api-access`)
  await head(page, 'When (New York)').waitFor()
  const there = await timeIn(page.locator('#activity').getByRole('row', { name: changed }))
  expect(there.text).toContain(clockIn('America/New_York', there.at))
  expect(there.title).toMatch(/GMT-[45] · .*UTC$/)
  await page.goto(`${server.url}/users/profile`)
  await head(page, 'When (New York)').waitFor()
  expect(await timeIn(page.getByRole('row', { name: changed }))).toEqual(there)

  await page.goto(`${server.url}/api-errors?view=list`)
  await head(page, 'Time (New York)').waitFor()
  const failed = await timeIn(page.getByRole('row').filter({ has: page.locator('time') }))
  expect(failed.text).toContain(clockIn('America/New_York', failed.at))
  await page.goto(`${server.url}/api-detail/unified-overview?range=today`)
  await head(page, 'Time (New York)').waitFor()
  await page.getByRole('row').filter({ hasText: failed.text }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(failed.title ?? '').waitFor()
  page.expectClean()
})

test('times without a zone in the profile are in the browser’s zone, which is named', { tags: 'long' }, async () => {
  const page = await enter(server, TOKYO, '/api-access')
  await chooseZone(page, '')
  await page.goto(`${server.url}/api-access`)
  await head(page, 'When (Tokyo)').waitFor()
  const { at, text } = await timeIn(page.locator('#activity'))
  expect(text).toContain(clockIn('Asia/Tokyo', at))
})
