// Account security: two-factor authentication, passkeys and a new e-mail address, each with its recovery.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '../server/src/testing/staff.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, shot, type WatchedPage } from './harness-browser.ts'
import { alive, DESKTOP, giveCode, linkTo, openForm, openMailbox, PASSWORD, PHONE, signIn } from './harness-people.ts'
import { goWithin, shown, signInAt, signUpAt, soon } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ BOT_CHECK: 'off', SMTP_URL: mailbox.url })
  return () => mailbox.close()
})

/** A new customer signed in at Profile, so that a lock-out does not affect other journeys. */
async function newCustomer(name: string, view = {}): Promise<{ page: WatchedPage; email: string }> {
  const email = `${name}@example.com`
  const page = await signUpAt(server, mailbox, email, { ...DESKTOP, ...view }, '/users/profile')
  await page.locator('#you').waitFor()
  return { page, email }
}

const dialog = (page: Page) => page.getByRole('dialog')

const looks = [
  ['phone', PHONE, 'dark', 'de'],
  ['desktop', DESKTOP, 'light', 'en'],
] as const

async function speakGerman(page: Page): Promise<void> {
  await page.locator('#you').getByLabel('Language').selectOption('de')
  await page.locator('#you').getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('#two-factor').getByText('Authenticator-App').waitFor()
}

/** The page does not scroll sideways, axe finds nothing, and a screenshot is saved. */
async function see(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
  await axe(page)
  await shot(page, name)
}

describe('two-factor authentication', () => {
  const card = (page: Page) => page.locator('#two-factor')

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

  test('A28 two-factor authentication needs password and code, ends other sessions, is mailed to the owner, and a recovery code replaces a lost phone', async () => {
    const { page, email } = await newCustomer('tess')
    const other = await newPage(DESKTOP)
    await signInAt(other, server.url, { email, password: PASSWORD }, '/users/profile')
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
    await phoneless.locator('main').getByText('Portico', { exact: true }).filter({ visible: true }).waitFor()
    await giveCode(phoneless, '000000')
    await phoneless.getByText('The code is wrong or no longer valid.').waitFor()
    await axe(phoneless)
    for (const way of ['Use a recovery code', 'Use the authenticator app']) {
      await phoneless.getByRole('button', { name: way }).click()
      await expect.poll(() => phoneless.evaluate(() => document.activeElement?.getAttribute('name')), soon).toBe('code')
    }
    await phoneless.getByRole('button', { name: 'Use a recovery code' }).click()
    await giveCode(phoneless, codes[0] ?? '')
    await shown(phoneless)
    await goWithin(phoneless, '/users/profile')
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

  test('A28 a one-time link asks for the two-factor code before it opens anything', { tags: 'long' }, async () => {
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

  for (const [device, size, theme, language] of looks)
    test(`looks on a ${device} in ${language}`, { tags: 'long' }, async () => {
      const { page } = await newCustomer(`look-factor-${device}`, { ...size, theme, reducedMotion: true })
      if (language === 'de') await speakGerman(page)
      await card(page).scrollIntoViewIfNeeded()
      await see(page, `two-factor-${device}-${theme}-1-off`)
      await card(page).getByRole('button').first().click()
      await dialog(page).locator('[name=password]').fill(PASSWORD)
      await see(page, `two-factor-${device}-${theme}-2-password`)
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page).locator('[name=code]').waitFor()
      await see(page, `two-factor-${device}-${theme}-3-scan`)
      const key = (await dialog(page).locator('output').innerText()).replaceAll(/\s/g, '')
      await dialog(page).locator('[name=code]').fill(codeAt(key, new Date()))
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page).getByTestId('recovery-codes').waitFor()
      await see(page, `two-factor-${device}-${theme}-4-codes`)
      await dialog(page).getByRole('checkbox').check()
      await dialog(page).locator('footer button').click()
      await dialog(page).waitFor({ state: 'detached' })
      await card(page).scrollIntoViewIfNeeded()
      await see(page, `two-factor-${device}-${theme}-5-on`)
      await card(page).getByRole('button').first().click()
      await dialog(page).locator('[name=code]').waitFor()
      await see(page, `two-factor-${device}-${theme}-6-turn-off`)
    })
})

/** Uses Chromium's virtual authenticator: a key on this device, unlocked by its owner. */
describe('passkeys', () => {
  const card = (page: Page) => page.locator('#passkeys')

  /**
   * Adds an authenticator to the browser; with `refuse` its owner does not confirm. What looks at the page
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

  test('a passkey is refused without the owner’s confirmation, then added with a name, signs in without a password, and confirms its own removal', async () => {
    const { page, email } = await newCustomer('pam')
    const authenticator = await openAuthenticator(page)
    await authenticator.refuse(true)
    await add(page, 'Stranger')
    await dialog(page).getByText('The passkey could not be verified. Please try again.').waitFor()
    expect(await authenticator.count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await card(page).getByText('You have no passkeys yet.').waitFor()
    await authenticator.refuse(false)
    await add(page, 'Work laptop')
    await card(page).getByText('Work laptop').waitFor()
    expect(await authenticator.count()).toBe(1)
    expect((await mailbox.next(email)).text).toContain('Work laptop')

    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await shown(page)

    await goWithin(page, '/users/profile')
    await card(page).getByText('last used on', { exact: false }).waitFor()
    await card(page).getByRole('button', { name: 'Remove Work laptop' }).click()
    await dialog(page).getByRole('button', { name: 'Use a passkey instead' }).click()
    await card(page).getByText('You have no passkeys yet.').waitFor()
    await page.locator('#activity').getByText('A passkey was removed').waitFor()

    await signOut(page)
    const passkey = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect.poll(() => passkey.getAttribute('aria-description'), soon).toBe('Last used')
    await passkey.click()
    await page.getByText('The passkey could not be verified. Please try again.').first().waitFor()
    await expect.poll(() => passkey.getAttribute('aria-busy'), soon).not.toBe('true')
    page.expectClean(refused)
  })

  test('a passkey replaces the two-factor code', { tags: 'long' }, async () => {
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

  for (const [device, size, theme, language] of looks)
    test(`looks on a ${device} in ${language}`, { tags: 'long' }, async () => {
      const { page } = await newCustomer(`look-key-${device}`, { ...size, theme, reducedMotion: true })
      await openAuthenticator(page)
      await add(page, 'MacBook')
      await card(page).getByText('MacBook').waitFor()
      if (language === 'de') await speakGerman(page)
      await card(page).scrollIntoViewIfNeeded()
      await see(page, `passkeys-${device}-${theme}-1-card`)
      await card(page).getByRole('button').first().click()
      await dialog(page).locator('[name=name]').waitFor()
      await see(page, `passkeys-${device}-${theme}-2-add`)
      await page.keyboard.press('Escape')
      await card(page).getByRole('button').last().click()
      await dialog(page).locator('[name=password]').waitFor()
      await see(page, `passkeys-${device}-${theme}-3-remove`)
      await signOut(page)
      await see(page, `passkeys-${device}-${theme}-4-sign-in`)
    })
})

/** The change is confirmed from both addresses. */
describe('a new e-mail address', () => {
  const codeIn = async (email: string) => /^ *([A-Z2-9]{6}) *$/m.exec((await mailbox.next(email)).text)?.[1] ?? ''

  test('an e-mail change needs the codes of both addresses, shows a wrong code at its field, and can be reverted from the old address', async () => {
    const { page, email } = await newCustomer('mona')
    const fresh = 'mona.new@example.com'
    await page.locator('#you').getByRole('button', { name: 'Change it' }).click()
    await dialog(page).getByLabel('New e-mail address').fill(fresh)
    await dialog(page).getByLabel('Sign-in password').fill(PASSWORD)
    await axe(page)
    await dialog(page).getByRole('button', { name: 'Send the codes' }).click()
    await dialog(page).getByLabel(`Code sent to ${email}`).fill('XXXXXX')
    await dialog(page)
      .getByLabel(`Code sent to ${fresh}`)
      .fill((await codeIn(fresh)).toLowerCase())
    await dialog(page).getByRole('button', { name: 'Change the address' }).click()
    await dialog(page).getByText('The code is wrong or no longer valid.').waitFor()
    await axe(page)
    await dialog(page)
      .getByLabel(`Code sent to ${email}`)
      .fill(await codeIn(email))
    await dialog(page).getByRole('button', { name: 'Change the address' }).click()
    await page.getByText('Your e-mail address was changed.', { exact: false }).waitFor()
    await expect.poll(() => page.locator('#you').getByLabel('E-mail', { exact: true }).inputValue(), soon).toBe(fresh)
    await page.locator('#activity').getByText('The e-mail address was changed').waitFor()

    const { links } = await mailbox.next(email)
    const owner = await newPage(DESKTOP)
    await owner.goto(linkTo(links, '/restore-email'))
    expect(new URL(owner.url()).pathname).toBe('/restore-email')
    await axe(owner)
    await owner.getByRole('button', { name: /Go back to m•••@example.com/ }).click()
    await owner.getByText('The change was undone').waitFor()
    await axe(owner)
    await page.reload()
    await page.waitForURL('**/signin**')
    await signInAt(owner, server.url, { email, password: PASSWORD }, '/users/profile')
    await page.goto(linkTo(links, '/restore-email'))
    await page.getByText('This link is no longer valid').waitFor()
    owner.expectClean()
  })

  for (const [device, size, theme, language] of looks)
    test(`looks on a ${device} in ${language}`, { tags: 'long' }, async () => {
      const { page, email } = await newCustomer(`look-mail-${device}`, { ...size, theme, reducedMotion: true })
      if (language === 'de') await speakGerman(page)
      await page.locator('#you').scrollIntoViewIfNeeded()
      await see(page, `change-email-${device}-${theme}-1-profile`)
      await page.locator('#you span button').click()
      await dialog(page).locator('[name=email]').fill(`other-${email}`)
      await dialog(page).locator('[name=password]').fill(PASSWORD)
      await see(page, `change-email-${device}-${theme}-2-address`)
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page)
        .locator('[name=old_code]')
        .fill(await codeIn(email))
      await dialog(page)
        .locator('[name=new_code]')
        .fill(await codeIn(`other-${email}`))
      await see(page, `change-email-${device}-${theme}-3-codes`)
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page).waitFor({ state: 'detached' })
      await page.goto(linkTo((await mailbox.next(email)).links, '/restore-email'))
      await page.getByRole('button', { name: /l•••@example.com/ }).waitFor()
      await see(page, `change-email-${device}-${theme}-4-restore`)
    })
})
