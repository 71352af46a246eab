import { afterAll, beforeAll, expect, test } from 'vitest'
import { team } from '../contract/src/team.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, linkTo, openMailbox, PASSWORD } from './harness-people.ts'
import { callBeside, enter, goWithin } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let owner: WatchedPage
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ SMTP_URL: mailbox.url, BOT_CHECK: 'off' })
  owner = await enter(server, DESKTOP, '/api-access#team')
})
afterAll(() => mailbox.close())

test('SEC-M3 an admin can assign only the roles an admin may, and sees who can assign the others', async () => {
  const cap_micros = 5_000_000
  await callBeside(owner, server.url, team.invite, { email: 'dora@example.com', role: 'developer', cap_micros })
  await callBeside(owner, server.url, team.invite, { email: 'vera@example.com', role: 'viewer', cap_micros: null })
  const invite = async (email: string, role: RegExp, cap: string) => {
    await owner.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.locator('[name=email]').fill(email)
    await dialog.getByRole('radio', { name: role }).check()
    await dialog.getByLabel('Daily limit').fill(cap)
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await invite('vera@example.com', /^Viewer/, '')
  await owner.getByText('The invitation was resent. The previous link no longer works.').waitFor()
  await invite('adam@example.com', /^Admin/, '5')
  const link = linkTo((await mailbox.next('adam@example.com')).links, '/accept-invitation')

  const page = await newPage(DESKTOP)
  await page.goto(link)
  await page.waitForURL('**/register')
  const form = await alive(page)
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('[name=privacy]').check()
  await form.locator('button[type=submit]').click()
  await page.waitForURL('**/api-dashboard')
  await goWithin(page, '/api-access#team')

  const people = page.getByRole('table', { name: 'Your team' })
  const first = people.getByRole('row', { name: /demo@portico\.example/ })
  await first.getByText('Owner', { exact: true }).waitFor()
  expect(await first.getByRole('button').count()).toBe(0)
  const own = people.getByRole('row', { name: /adam@example\.com/ })
  await own.getByText('Admin', { exact: true }).waitFor()
  expect(await own.getByRole('combobox').count()).toBe(0)
  expect(await own.getByRole('button').count()).toBe(0)
  await page.getByText('Only an owner can change or remove admins.').waitFor()

  const resend = (name: string) => page.getByRole('button', { name: `Resend the invitation to ${name}@example.com` })
  await resend('dora').waitFor()
  expect(await resend('dora').isEnabled()).toBe(true)
  expect(await resend('vera').isDisabled()).toBe(true)
  await page.getByText('This invitation grants more than you have yourself').waitFor()

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('radio', { name: /^Admin/ }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('radio', { name: /^Developer/ }).isEnabled()).toBe(true)
  await dialog.getByText('Only an owner can assign this role.').waitFor()
  await dialog.getByText('Up to $5.00 per UTC day with each login, which is your own daily limit.').waitFor()
  await dialog.locator('[name=email]').fill('nina@example.com')
  for (const much of ['5.01', '']) {
    await dialog.getByLabel('Daily limit').fill(much)
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await dialog.getByText('You can’t set more than your own daily limit.').waitFor()
  }
  await dialog.getByLabel('Daily limit').fill('5')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await resend('nina').waitFor()
  page.expectClean()
})

test('an owner transfers the account: every role is explained, both people get a mail, and the page follows the new role', async () => {
  const page = owner
  // A reload shows members who have joined meanwhile.
  await page.reload()
  const people = page.getByRole('table', { name: 'Your team' })
  const adam = people.getByRole('row', { name: /adam@example\.com/ })
  await adam.getByRole('button', { name: /^Change the role of/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Everything, including payments and other owners.').waitFor()
  await dialog.getByText('Usage and errors, read-only.').waitFor()
  await dialog.getByRole('radio', { name: /^Owner/ }).check()
  const transfer = dialog.getByRole('checkbox', { name: 'Transfer ownership. I become an admin.' })
  await transfer.check()
  // Another role is chosen after all: then nothing is transferred.
  await dialog.getByRole('radio', { name: /^Finance/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The role was changed.').waitFor()
  await adam.getByText('Finance', { exact: true }).waitFor()
  await adam.getByRole('button', { name: /^Change the role of/ }).click()
  await dialog.getByRole('radio', { name: /^Owner/ }).check()
  await transfer.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Ownership was transferred. You are now an admin.').waitFor()
  await adam.getByText('Owner', { exact: true }).waitFor()
  await people
    .getByRole('row', { name: /demo@portico\.example/ })
    .getByText('Admin', { exact: true })
    .waitFor()
  expect(await adam.getByRole('button').count()).toBe(0)
  page.expectClean()
})

test('SEC2-N2 an invitation in a session from a one-time link asks for the password first and then sends the typed values', async () => {
  const { stdout } = await server.operator(['onetime', DEMO.email, '--json'])
  const page = await newPage(DESKTOP)
  await page.goto(JSON.parse(stdout).url)
  await page.getByRole('button', { name: /Continue as/ }).click()
  await page.waitForURL('**/api-dashboard')
  await page.goto(`${server.url}/api-access#team`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Invite to the team' })
  await form.locator('[name=email]').fill('linked@example.com')
  await form.getByRole('radio', { name: /^Developer/ }).check()
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByText('Enter the password you sign in with.').waitFor()
  await confirmation.locator('[name=password]').fill('not the password')
  await confirmation.getByRole('button', { name: 'Continue' }).click()
  await confirmation.getByText('The current password is wrong.').waitFor()
  await confirmation.locator('[name=password]').fill(DEMO.password)
  await confirmation.getByRole('button', { name: 'Continue' }).click()
  await confirmation.waitFor({ state: 'detached' })
  await form.waitFor({ state: 'hidden' })
  linkTo((await mailbox.next('linked@example.com')).links, '/accept-invitation')
  page.expectClean(/40[03]/)
})
