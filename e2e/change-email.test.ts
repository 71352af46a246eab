// A new e-mail address: confirmed on both, with a way back.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, linkTo, openMailbox, PASSWORD, PHONE } from './harness-people.ts'
import { signInAt, signUpAt, soon } from './harness-shell.ts'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ BOT_CHECK: 'off', SMTP_URL: mailbox.url })
  return () => mailbox.close()
})

async function newCustomer(name: string, view = {}): Promise<{ page: WatchedPage; email: string }> {
  const email = `${name}@example.com`
  const page = await signUpAt(server, mailbox, email, { ...DESKTOP, ...view }, '/users/profile')
  await page.locator('#you').waitFor()
  return { page, email }
}

const dialog = (page: Page) => page.getByRole('dialog')
const codeIn = async (email: string) => /^ *([A-Z2-9]{6}) *$/m.exec((await mailbox.next(email)).text)?.[1] ?? ''

test('both codes change the address, a wrong one is said at its field, and the old address takes the change back', async () => {
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
  await signInAt(owner, server.url, { email, password: PASSWORD })
  const late = await newPage(DESKTOP)
  await late.goto(linkTo(links, '/restore-email'))
  await late.getByText('This link is no longer valid').waitFor()
  owner.expectClean()
})

for (const [device, size, theme, language] of [
  ['phone', PHONE, 'dark', 'de'],
  ['desktop', DESKTOP, 'light', 'en'],
] as const)
  test(`looks on a ${device} in ${language}`, { tags: 'long' }, async () => {
    const { page, email } = await newCustomer(`look-${device}`, { ...size, theme, reducedMotion: true })
    if (language === 'de') {
      await page.locator('#you').getByLabel('Language').selectOption('de')
      await page.locator('#you').getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('#two-factor').getByText('Authenticator-App').waitFor()
    }
    const see = async (step: string) => {
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide).toBe(0)
      await axe(page)
      await shot(page, `change-email-${device}-${theme}-${step}`)
    }
    await page.locator('#you').scrollIntoViewIfNeeded()
    await see('1-profile')
    await page.locator('#you span button').click()
    await dialog(page).locator('[name=email]').fill(`other-${email}`)
    await dialog(page).locator('[name=password]').fill(PASSWORD)
    await see('2-address')
    await dialog(page).locator('button[type=submit]').click()
    await dialog(page)
      .locator('[name=old_code]')
      .fill(await codeIn(email))
    await dialog(page)
      .locator('[name=new_code]')
      .fill(await codeIn(`other-${email}`))
    await see('3-codes')
    await dialog(page).locator('button[type=submit]').click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.goto(linkTo((await mailbox.next(email)).links, '/restore-email'))
    await page.getByRole('button', { name: /l•••@example.com/ }).waitFor()
    await see('4-restore')
  })
