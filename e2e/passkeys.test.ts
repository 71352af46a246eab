// Passkeys, with the virtual authenticator of Chromium: a key on this device, opened by its owner.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { codeAt } from '../server/src/testing/staff.ts'
import { type Server, startServer } from './harness.ts'
import { axe, shot, type WatchedPage } from './harness-browser.ts'
import { alive, DESKTOP, openForm, openMailbox, PASSWORD, PHONE, signIn } from './harness-people.ts'
import { shown, signUpAt } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ BOT_CHECK: 'off', SMTP_URL: mailbox.url })
  return () => mailbox.close()
})

/**
 * From here on the browser has a place for keys; `refuse` is an owner who does not put the finger on it. What looks at the page
 * through the debugger ends it, so that axe runs in the looks only, where nothing is signed any more.
 */
async function openAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    refuse: (isRefused: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefused }),
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

async function newCustomer(name: string, view = {}): Promise<{ page: WatchedPage; email: string }> {
  const email = `${name}@example.com`
  const page = await signUpAt(server, mailbox, email, { ...DESKTOP, ...view }, '/users/profile')
  await card(page).waitFor()
  return { page, email }
}

const card = (page: Page) => page.locator('#passkeys')
const dialog = (page: Page) => page.getByRole('dialog')

async function add(page: Page, name: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page).getByLabel('Name of the passkey').fill(name)
  await dialog(page).getByLabel('Sign-in password').fill(PASSWORD)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${server.url}/signin`)
  await alive(page)
}

const refused = /400 \(Bad Request\).*\/api\/auth\/(passkey|second-factor)/

test('a passkey is added with a name, signs in without a password, stands for the password at its own removal, and is gone then', async () => {
  const { page, email } = await newCustomer('pam')
  const authenticator = await openAuthenticator(page)
  await add(page, 'Work laptop')
  await card(page).getByText('Work laptop').waitFor()
  expect(await authenticator.count()).toBe(1)
  expect((await mailbox.next(email)).text).toContain('Work laptop')

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await shown(page)

  await page.goto(`${server.url}/users/profile`)
  await card(page).getByText('last used on', { exact: false }).waitFor()
  await card(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await dialog(page).getByRole('button', { name: 'Use a passkey instead' }).click()
  await card(page).getByText('You have no passkeys yet.').waitFor()
  await page.locator('#activity').getByText('A passkey was removed').waitFor()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('The passkey could not be verified. Please try again.').first().waitFor()
  page.expectClean(refused)
})

test('with two-factor on, a passkey takes the place of the code', { tags: 'long' }, async () => {
  const { page, email } = await newCustomer('tom')
  await openAuthenticator(page)
  await add(page, 'Phone')
  await card(page).getByText('Phone').waitFor()
  await page.locator('#two-factor').getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('Sign-in password').fill(PASSWORD)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog(page).locator('output').innerText()).replaceAll(/\s/g, '')
  await dialog(page).getByLabel('Code from the app').fill(codeAt(key, new Date()))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('I have stored the recovery codes').check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await signOut(page)
  await signIn(page, { email, password: PASSWORD })
  await openForm(page).locator('[name=code]').waitFor()
  await page.locator(':not([inert] *)').getByRole('button', { name: 'Sign in with a passkey' }).last().click()
  await shown(page)
  page.expectClean()
})

test('whose finger is not known adds nothing and is told so in the dialog', async () => {
  const { page } = await newCustomer('una')
  const authenticator = await openAuthenticator(page)
  await authenticator.refuse(true)
  await add(page, 'Stranger')
  await dialog(page).getByText('The passkey could not be verified. Please try again.').waitFor()
  expect(await authenticator.count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await card(page).getByText('You have no passkeys yet.').waitFor()
  page.expectClean()
})

for (const [device, size, theme, language] of [
  ['phone', PHONE, 'dark', 'de'],
  ['desktop', DESKTOP, 'light', 'en'],
] as const)
  test(`looks on a ${device} in ${language}`, { tags: 'long' }, async () => {
    const { page } = await newCustomer(`look-${device}`, { ...size, theme, reducedMotion: true })
    await openAuthenticator(page)
    await add(page, 'MacBook')
    await card(page).getByText('MacBook').waitFor()
    if (language === 'de') {
      await page.locator('#you').getByLabel('Language').selectOption('de')
      await page.locator('#you').getByRole('button', { name: 'Save', exact: true }).click()
      await card(page).getByText('Passkey hinzufügen').waitFor()
    }
    const see = async (step: string) => {
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide).toBe(0)
      await axe(page)
      await shot(page, `passkeys-${device}-${theme}-${step}`)
    }
    await card(page).scrollIntoViewIfNeeded()
    await see('1-card')
    await card(page).getByRole('button').first().click()
    await dialog(page).locator('[name=name]').waitFor()
    await see('2-add')
    await page.keyboard.press('Escape')
    await card(page).getByRole('button').last().click()
    await dialog(page).locator('[name=password]').waitFor()
    await see('3-remove')
    await signOut(page)
    await see('4-sign-in')
  })
