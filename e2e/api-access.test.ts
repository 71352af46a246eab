// Every card of API Access, and the log that tells from what to what.
import { beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { type Server, startServer } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP } from './harness-people.ts'
import { callBeside, enter, mainMenu, soon } from './harness-shell.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off' })
})

const card = (page: WatchedPage, id: string) => page.locator(`#${id}`)

test('Credentials: the note about the two passwords stands right below the API password', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/api-access')
  const credentials = card(page, 'credentials')
  const note = credentials.getByText('This is not your sign-in password.')
  const password = credentials.getByText('API password', { exact: true })
  const base = credentials.getByText('Base URL')
  await note.waitFor()
  const topOf = async (place: typeof note) => (await place.boundingBox())?.y ?? 0
  expect(await topOf(note)).toBeGreaterThan(await topOf(password))
  expect(await topOf(note)).toBeLessThan(await topOf(base))
})

test('First call: a free one, one of the sandbox and one that returns data, each of which runs as it stands', async () => {
  const page = await enter(server, DESKTOP, '/api-access')
  const first = card(page, 'first-call')
  await card(page, 'credentials').getByRole('button', { name: 'Show the API password' }).click()
  const code = () => first.locator('pre').innerText()
  await expect.poll(code, soon).toContain('appendix/user_data')
  for (const [name, path] of [
    ['Sample data (free)', '/sandbox/v3/'],
    ['Live data (charged)', '/v3/'],
  ] as const) {
    await first.getByRole('radio', { name }).check()
    await expect.poll(code, soon).toContain(path)
    await expect.poll(code, soon).not.toContain('API_PASSWORD')
    const [, user = '', body = '', url = ''] =
      /--user '(.*)' [\s\S]*--data '([\s\S]*)' \\\n {2}'(.*)'/.exec(await code()) ?? []
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(user)}`, 'content-type': 'application/json' },
      body,
    })
    const told = (await reply.json()) as { status_code: number; tasks: { result: unknown[] | null }[] }
    expect(told.status_code).toBe(20000)
    expect(told.tasks[0]?.result?.length).toBeGreaterThan(0)
  }
  await axe(page)
})

test('Test connection says what it saw', async () => {
  const page = await enter(server, DESKTOP, '/api-access')
  await card(page, 'test-connection').getByRole('button', { name: 'Test', exact: true }).click()
  await card(page, 'test-connection').getByText(DEMO.email).waitFor()
})

test('IP access: what is not saved is asked about, and the log says what was added and removed', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/api-access')
  const ips = card(page, 'ip-access')
  await ips.getByLabel('IP address or range').fill('192.0.2.0/24')
  await ips.getByRole('button', { name: 'Add', exact: true }).click()
  await mainMenu(page).getByRole('link', { name: 'Errors', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  // Addresses that called lately would be locked out: that is asked about first.
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByText('The list of IP addresses was saved.').waitFor()
  await card(page, 'activity').getByText('Added: 192.0.2.0/24').waitFor()
  await ips.getByRole('button', { name: 'Remove 192.0.2.0/24' }).click()
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  await card(page, 'activity').getByText('Removed: 192.0.2.0/24').waitFor()
})

test('IP access: what another tab has added meanwhile is not lost, and shown before it is saved', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/api-access')
  const ips = card(page, 'ip-access')
  await ips.getByLabel('IP address or range').fill('192.0.2.10')
  await ips.getByRole('button', { name: 'Add', exact: true }).click()
  const theirs = { cidr: '198.51.100.7', label: 'Theirs' }
  await callBeside(page, server.url, access.saveIpAccess, { rules: [theirs], check: false })
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  await ips.getByText('The list was changed in the meantime.').waitFor()
  await ips.getByText(theirs.cidr).waitFor()
  await ips.getByText('192.0.2.10').waitFor()
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByText('The list of IP addresses was saved.').waitFor()
  await page.reload()
  await expect.poll(() => ips.locator('tbody code').allInnerTexts(), soon).toEqual([theirs.cidr, '192.0.2.10'])
  await callBeside(page, server.url, access.saveIpAccess, { rules: [], check: false })
})

test('Logins and team: a machine login is added, and the log names it and whom was invited', async () => {
  const page = await enter(server, DESKTOP, '/api-access#add-login')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('etl')
  await dialog.getByRole('button', { name: /^Add/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await card(page, 'activity').getByText(/@etl$/).waitFor()
  await card(page, 'team').getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.locator('[name=email]').fill('ada@example.com')
  await dialog.getByRole('radio', { name: /^Viewer/ }).check()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await card(page, 'activity').getByText('E-mail: ada@example.com').waitFor()
})

test('Activity: a limit from what to what, by kind, and as a file', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP, '/api-settings')
  const limits = card(page, 'api-limits')
  for (const amount of ['5', '7.5']) {
    await limits.getByLabel('Total daily limit').fill(amount)
    await limits.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => limits.getByRole('button', { name: 'Save', exact: true }).isDisabled(), soon).toBe(true)
  }
  await page.goto(`${server.url}/api-access#activity`)
  const log = card(page, 'activity')
  await log.getByText('Daily limit: $5.00 → $7.50').waitFor()
  await log.getByText('Daily limit: none → $5.00').waitFor()
  await log.getByLabel('Type').selectOption('credentials')
  await log.getByText('Daily limit: $5.00 → $7.50').waitFor({ state: 'detached' })
  await log.getByText('The API password was shown').first().waitFor()
  await log.getByLabel('Type').selectOption('settings')
  const href = await log.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const file = await (await page.context().request.get(`${server.url}${href}`)).text()
  expect(file).toContain('limit_changed')
  expect(file).toContain('limit_micros: 5000000 -> 7500000')
  expect(file).not.toContain('api_password_shown')
  page.expectClean()
})
