// Switching between logins, and how the app follows the role.
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '../contract/src/role.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, joinTeam, PHONE, TEAM } from './harness-people.ts'
import { goWithin, mainMenu, shown, signInAt, soon } from './harness-shell.ts'

let server: Server
/** Shared by all tests, as a switch renews the session. */
let page: WatchedPage
beforeAll(async () => {
  server = await openServer({ DEMO: 'on', BOT_CHECK: 'off' })
  await joinTeam(server, 'viewer')
  page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
})

const activeLogin = () => page.getByTestId('active-login')
const dialog = () => page.getByRole('dialog', { name: 'Switch Account' })

async function workOn(login: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /, Switch Account$/ })
    .click()
  await dialog()
    .getByRole('button', { name: new RegExp(`^${login}`) })
    .click()
  await dialog().waitFor({ state: 'hidden' })
  await expect.poll(() => activeLogin().textContent(), soon).toBe(login)
}

/** Switches to the team's login in this role. */
async function workAs(role: Role, path = '/api-dashboard'): Promise<void> {
  await joinTeam(server, role)
  if ((await activeLogin().textContent()) !== TEAM) await workOn(TEAM)
  await page.goto(`${server.url}${path}`)
  await shown(page)
}

const reason = (card: string) => page.locator(`#${card}`).getByText(/^Your role here \(/)

test('HD-06 the header names the login and leads to the others, with balance and role of each', async () => {
  expect(await activeLogin().textContent()).toBe(DEMO.email)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /, Switch Account$/ })
    .click()
  const own = dialog().getByRole('button', { name: /Personal login/ })
  await own.getByText('$25.000000').waitFor()
  const team = dialog().getByRole('button', { name: /Team login · Viewer/ })
  await team.getByText('$0.000000').waitFor()
  expect(await dialog().evaluate((one) => [one.clientWidth + 2, one.clientHeight + 2])).toEqual([320, 400])
  await axe(page)
  await team.click()
  await expect.poll(() => activeLogin().textContent(), soon).toBe(TEAM)
  await page.getByRole('banner').getByText('Viewer', { exact: true }).waitFor()
  // A switch renews the session: what is requested meanwhile is refused and repeated.
  page.expectClean(/401 \(Unauthorized\) \(\S+\/api\//)
})

test('RO-01 a viewer has no menu entry, button or address for what a viewer may not do, and reads why', async () => {
  await workAs('viewer')
  const menu = mainMenu(page)
  await menu.getByRole('link', { name: 'Usage', exact: true }).waitFor()
  for (const name of ['Payments', 'Access Subscriptions', 'Backlinks API Access'])
    expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Add funds' }).count()).toBe(0)
  await page.goto(`${server.url}/users/getrows`)
  await page.getByText('You do not have permission to access that page.').waitFor()
  await goWithin(page, '/api-settings')
  for (const card of ['api-limits', 'duplicates', 'webhook-delay', 'alerts']) await reason(card).waitFor()
  await goWithin(page, '/api-access')
  await page.locator('#credentials').getByText('Not visible to you').first().waitFor()
  await page.getByRole('tab', { name: 'Security' }).click()
  await reason('ip-access').waitFor()
})

for (const [[role, closed, open, able], options] of variants([
  ['finance', ['duplicates', 'webhook-delay'], ['api-limits', 'alerts'], 'Owner, Admin, Developer'],
  ['developer', ['api-limits', 'alerts'], ['duplicates', 'webhook-delay'], 'Owner, Admin, Finance'],
] as const))
  test(`RO-01 ${role} reads why a setting is closed, and who can change it`, options, async () => {
    await workAs(role, '/api-settings')
    for (const card of closed) {
      await reason(card).getByText(able).waitFor()
      expect(await page.locator(`#${card}`).locator('input, select').first().isDisabled()).toBe(true)
    }
    for (const card of open) {
      expect(await reason(card).count()).toBe(0)
      expect(await page.locator(`#${card}`).locator('input, select').first().isEnabled()).toBe(true)
    }
  })

test('switching to a login without the current screen leaves that screen', { tags: 'long' }, async () => {
  await workAs('viewer')
  await workOn(DEMO.email)
  await page.goto(`${server.url}/users/getrows`)
  await shown(page)
  await workOn(TEAM)
  await page.waitForURL('**/api-dashboard')
})

test('the account menu on a phone shows login and role, and a long name fits', async () => {
  await server.query('update users set name = $1 where email = $2', [
    'Wolfeschlegelsteinhausenbergerdorff'.repeat(7),
    DEMO.email,
  ])
  await page.setViewportSize(PHONE)
  await workAs('viewer')
  await shown(page)
  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.getByRole('menu')
  await page.getByText(/^Viewer of /).waitFor()
  const fits = await menu.evaluate(
    (one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= 390,
  )
  expect(fits).toBe(true)
})
