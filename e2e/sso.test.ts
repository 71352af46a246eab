// Single sign-on, from the owner who sets it up to the colleague who signs in with it.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDns } from '../server/src/testing/integrations/dns.ts'
import { startOidcProvider } from '../server/src/testing/integrations/oidc-provider.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { alive, DESKTOP, openMailbox, PASSWORD, signIn } from './harness-people.ts'
import { goWithin, joinBeside, shown, signUpAt, soon } from './harness-shell.ts'

const OWNER = 'olga@acme.test'
const NEW = 'nina@acme.test'
const KNOWN = 'pete@acme.test'
let server: Server
let dns: Awaited<ReturnType<typeof startTestDns>>
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let company: Awaited<ReturnType<typeof startOidcProvider>>
beforeAll(async () => {
  ;[dns, mailbox] = await Promise.all([startTestDns(), openMailbox()])
  server = await openServer({ SMTP_URL: mailbox.url, BOT_CHECK: 'off', SSO_ALLOW_PRIVATE: 'on', ...dns.settings })
  company = await startOidcProvider(`${server.url}/sso/callback`, {
    olga: { email: OWNER, email_verified: true, name: 'Olga', groups: [] },
    nina: { email: NEW, email_verified: true, name: 'Nina New', groups: [] },
    pete: { email: KNOWN, email_verified: true, name: 'Pete', groups: [] },
  })
})
afterAll(() => Promise.all([dns.close(), mailbox.close(), company.close()]))

/** Signs in at the company's identity provider. */
async function signInThere(page: Page, account: string): Promise<void> {
  await page.getByRole('heading', { name: 'Company sign-in' }).waitFor()
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function goBySso(page: WatchedPage, email: string): Promise<void> {
  await page.goto(`${server.url}/signin`)
  // A click while the page hydrates may hit a link that is being replaced.
  await alive(page)
  await page.getByRole('link', { name: 'Single sign-on' }).click()
  await page.waitForURL('**/sso')
  await page.getByRole('heading', { level: 1, name: 'Single sign-on' }).waitFor()
  await (await alive(page)).locator('[name=email]').fill(email)
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
}

test('SEC2-N1 an owner sets up single sign-on, which lets colleagues into the team and nothing else, and can be made the only way in', async () => {
  const owner = await signUpAt(server, mailbox, OWNER, DESKTOP, '/api-access#sso')
  const card = owner.locator('#sso')
  await card.getByLabel('Domain of your e-mail addresses').fill('acme.test')
  await card.getByRole('button', { name: 'Add the domain' }).click()
  await card.getByText('Not verified').waitFor()
  await card.getByRole('button', { name: 'Check the record' }).click()
  await owner.getByText('We could not find this DNS record yet.').first().waitFor()
  dns.records.set('_portico.acme.test', [
    (await card.getByLabel('Value of the record', { exact: true }).textContent()) ?? '',
  ])
  await card.getByRole('button', { name: 'Check the record' }).click()
  await card.getByText('Verified', { exact: true }).waitFor()

  await card.getByRole('button', { name: 'Set up' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.locator('[name=issuer]').fill(company.issuer)
  await dialog.locator('[name=client_id]').fill(company.client.client_id)
  await dialog.locator('[name=client_secret]').fill(company.client.client_secret)
  await dialog.getByLabel('Role of new members').selectOption('finance')
  await dialog.locator('[name=password]').fill(PASSWORD)
  await axe(owner)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => card.getByRole('switch', { name: 'Single sign-on is on' }).isDisabled(), soon).toBe(true)
  await card.getByRole('button', { name: 'Test the sign-in' }).click()
  await signInThere(owner, 'olga')
  await owner.getByText('The sign-in works.').waitFor()
  await owner.getByText(OWNER, { exact: true }).last().waitFor()
  await axe(owner)
  await owner.getByRole('link', { name: 'Back to API Access' }).click()
  await card.getByRole('switch', { name: 'Single sign-on is on' }).click()
  await card.getByText('On', { exact: true }).waitFor()

  const nina = await newPage(DESKTOP)
  await goBySso(nina, NEW)
  await signInThere(nina, 'nina')
  await nina.getByText('You are now in').waitFor()
  await shown(nina)
  await goWithin(nina, '/api-access#team')
  await nina.getByRole('table', { name: 'Your team' }).getByText(NEW).waitFor()

  // A person without a password confirms at the company in a new tab, and the typed values are preserved here.
  await nina.goto(`${server.url}/users/getrows?tab=promo`)
  await nina.locator('[name=code]').fill('SPRING-2026')
  await nina.getByRole('button', { name: 'Redeem' }).click()
  const confirmation = nina.getByRole('dialog', { name: 'Confirm it’s you' })
  const tab = nina.waitForEvent('popup')
  await confirmation.getByRole('link', { name: 'Confirm with single sign-on' }).click()
  await signInThere(await tab, 'nina')
  await nina.getByText('We do not know this promo code. Check the spelling.').first().waitFor()
  await confirmation.waitFor({ state: 'detached' })

  const pete = await newPage(DESKTOP)
  await joinBeside(pete, server, mailbox, { email: KNOWN, password: PASSWORD })
  await pete.context().clearCookies()
  await goBySso(pete, KNOWN)
  await signInThere(pete, 'pete')
  await pete.getByRole('heading', { name: 'Connect your account' }).waitFor()
  await axe(pete)
  await pete.locator('[name=password]').fill(PASSWORD)
  await pete.getByText('Single sign-on opens this team and nothing else in your account.').waitFor()
  await pete.getByRole('button', { name: 'Connect and sign in' }).click()
  await shown(pete)

  // SEC2-N1: such a session sees the team, and only the name of the person's own account.
  await goWithin(pete, '/users/profile')
  await pete.getByText('You signed in with the single sign-on of').waitFor()
  await expect.poll(() => pete.getByRole('heading', { name: 'Passkeys' }).count(), soon).toBe(0)
  await pete.getByRole('button', { name: 'Your account' }).click()
  await pete.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expect(await pete.getByRole('menuitem', { name: 'Switch Account' }).count()).toBe(0)
  await pete.keyboard.press('Escape')
  await axe(pete)

  await card.getByRole('switch', { name: /^Required for members/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Require single sign-on' }).click()
  await card.getByText('Required', { exact: true }).waitFor()
  await pete.context().clearCookies()
  await pete.goto(`${server.url}/signin`)
  await signIn(pete, { email: KNOWN, password: PASSWORD })
  await shown(pete)
  // The own account is open; the team is named with the way to it.
  await pete.getByRole('button', { name: 'Your account' }).click()
  await pete.getByRole('menuitem', { name: 'Switch Account' }).click()
  const logins = pete.getByRole('dialog', { name: 'Switch Account' })
  await logins.getByText('Opens with single sign-on only').waitFor()
  expect(await logins.getByRole('button', { name: new RegExp(OWNER) }).count()).toBe(0)
  await axe(owner)
  owner.expectClean(/409/)
  nina.expectClean(/40[34]/)
})
