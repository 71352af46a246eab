// Two-factor authentication of a customer: turning it on, signing in with it, a lost phone, turning it off.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { codeAt } from '../server/src/testing/staff.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, giveCode, openForm, openMailbox, PASSWORD, PHONE, signIn } from './harness-people.ts'
import { shown, signInAt, signUpAt } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ BOT_CHECK: 'off', SMTP_URL: mailbox.url })
  return () => mailbox.close()
})

/** A customer of their own, signed in at Profile: a second factor must not meet the other journeys. */
async function newCustomer(name: string, view = {}): Promise<{ page: WatchedPage; email: string }> {
  const email = `${name}@example.com`
  const page = await signUpAt(server, mailbox, email, { ...DESKTOP, ...view }, '/users/profile')
  await card(page).waitFor()
  return { page, email }
}

const card = (page: Page) => page.locator('#two-factor')
const dialog = (page: Page) => page.getByRole('dialog')

async function turnOn(page: WatchedPage): Promise<{ key: string; codes: string[] }> {
  await card(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('Sign-in password').fill(PASSWORD)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const key = (await dialog(page).locator('output').innerText()).replaceAll(/\s/g, '')
  await dialog(page).getByLabel('Code from the app').fill(codeAt(key, new Date()))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  return { key, codes: await codesIn(page) }
}

async function codesIn(page: Page): Promise<string[]> {
  const list = dialog(page).getByTestId('recovery-codes')
  await list.waitFor()
  return list.getByRole('listitem').allInnerTexts()
}

async function finish(page: WatchedPage): Promise<void> {
  await dialog(page).getByLabel('I have stored the recovery codes').check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

const wrongCode = /400 \(Bad Request\).*(second-factor|two-factor|reauthenticate)/

test('A28 turned on with password and code, it ends other sessions, tells the owner, and a lost phone is no lost account', async () => {
  const { page, email } = await newCustomer('tess')
  const other = await newPage(DESKTOP)
  await signInAt(other, server.url, { email, password: PASSWORD })
  const { key, codes } = await turnOn(page)
  expect(codes).toHaveLength(10)
  expect(await dialog(page).getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  await axe(page)
  await finish(page)
  await card(page).getByText('10 of 10 left', { exact: false }).waitFor()
  await page.locator('#activity').getByText('Two-factor authentication was turned on').waitFor()
  expect((await mailbox.next(email)).subject).toContain('Two-factor authentication is on')
  await other.reload()
  await other.waitForURL('**/signin**')

  const phoneless = await newPage(DESKTOP)
  await phoneless.goto(`${server.url}/signin`)
  await signIn(phoneless, { email, password: PASSWORD })
  await openForm(phoneless).locator('[name=code]').waitFor()
  await phoneless.getByText('Two-factor authentication is on.', { exact: false }).waitFor()
  await giveCode(phoneless, '000000')
  await phoneless.getByText('The code is wrong or no longer valid.').waitFor()
  await axe(phoneless)
  await phoneless.getByRole('button', { name: 'Use a recovery code' }).click()
  await giveCode(phoneless, codes[0] ?? '')
  await shown(phoneless)
  await phoneless.goto(`${server.url}/users/profile`)
  await card(phoneless).getByText('9 of 10 left', { exact: false }).waitFor()

  await card(phoneless).getByRole('button', { name: 'Create new codes' }).click()
  await dialog(phoneless).getByLabel('Sign-in password').fill(PASSWORD)
  await dialog(phoneless)
    .getByLabel('Code from the app')
    .fill(codes[1] ?? '')
  await dialog(phoneless).getByRole('button', { name: 'Create new codes' }).click()
  const fresh = await codesIn(phoneless)
  expect(fresh.filter((code) => codes.includes(code))).toEqual([])
  await finish(phoneless)

  await card(phoneless).getByRole('button', { name: 'Turn off' }).click()
  await dialog(phoneless).getByLabel('Sign-in password').fill('not the password')
  await dialog(phoneless)
    .getByLabel('Code from the app')
    .fill(fresh[0] ?? '')
  await dialog(phoneless).getByRole('button', { name: 'Turn off' }).click()
  await dialog(phoneless).getByText('The current password is wrong.').waitFor()
  await dialog(phoneless).getByLabel('Sign-in password').fill(PASSWORD)
  await dialog(phoneless).getByRole('button', { name: 'Turn off' }).click()
  await phoneless.getByText('Two-factor authentication is off.').waitFor()
  await card(phoneless).getByRole('button', { name: 'Turn on' }).waitFor()
  expect((await mailbox.next(email)).subject).toContain('Two-factor authentication is off')
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  phoneless.expectClean(wrongCode)
})

test('A28 a one-time link asks for the code before it opens anything', { tags: 'long' }, async () => {
  const { page, email } = await newCustomer('lara')
  const { codes } = await turnOn(page)
  await finish(page)
  const { stdout } = await server.operator(['onetime', email, '--json'])
  const visitor = await newPage(DESKTOP)
  await visitor.goto(JSON.parse(stdout).url)
  await visitor.getByRole('button', { name: /Continue as/ }).click()
  await openForm(visitor).locator('[name=code]').waitFor()
  await axe(visitor)
  await visitor.getByRole('button', { name: 'Use a recovery code' }).click()
  await giveCode(visitor, codes[2] ?? '')
  await shown(visitor)
  visitor.expectClean()
})

for (const [device, size, theme, language] of [
  ['phone', PHONE, 'dark', 'de'],
  ['desktop', DESKTOP, 'light', 'en'],
] as const)
  test(`looks on a ${device} in ${language}`, { tags: 'long' }, async () => {
    const { page } = await newCustomer(`look-${device}`, { ...size, theme, reducedMotion: true })
    if (language === 'de') {
      await page.locator('#you').getByLabel('Language').selectOption('de')
      await page.locator('#you').getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('#two-factor').getByText('Authenticator-App').waitFor()
    }
    const fits = async () => {
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide).toBe(0)
    }
    const see = async (step: string) => {
      await fits()
      await axe(page)
      await shot(page, `two-factor-${device}-${theme}-${step}`)
    }
    await card(page).scrollIntoViewIfNeeded()
    await see('1-off')
    await card(page).getByRole('button').first().click()
    await dialog(page).locator('[name=password]').fill(PASSWORD)
    await see('2-password')
    await dialog(page).locator('button[type=submit]').click()
    await dialog(page).locator('[name=code]').waitFor()
    await see('3-scan')
    const key = (await dialog(page).locator('output').innerText()).replaceAll(/\s/g, '')
    await dialog(page).locator('[name=code]').fill(codeAt(key, new Date()))
    await dialog(page).locator('button[type=submit]').click()
    await dialog(page).getByTestId('recovery-codes').waitFor()
    await see('4-codes')
    await dialog(page).getByRole('checkbox').check()
    await dialog(page).locator('footer button').click()
    await dialog(page).waitFor({ state: 'detached' })
    await card(page).scrollIntoViewIfNeeded()
    await see('5-on')
    await card(page).getByRole('button').first().click()
    await dialog(page).locator('[name=code]').waitFor()
    await see('6-turn-off')
  })
