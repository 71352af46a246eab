import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalProvider, startLocalProvider } from '../server/src/testing/oauth/provider.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { newPage } from './harness-browser.ts'
import { untilPrinted } from './harness-clock.ts'
import { alive, DEMO, DESKTOP, linkTo, openMailbox, PASSWORD, signIn } from './harness-people.ts'

let provider: LocalProvider
let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  provider = await startLocalProvider()
  provider.asks = true
  mailbox = await openMailbox()
  server = await openServer({ ...provider.settings, SMTP_URL: mailbox.url, BOT_CHECK: 'off' })
})
afterAll(async () => {
  await provider.close()
  await mailbox.close()
})

const NAMES = { google: 'Google', github: 'GitHub', facebook: 'Facebook' } as const

for (const [name, options] of variants(['google', 'github']))
  test(
    `PU-05 PU-18 A18 a newcomer signs up with ${name} and lands on the first available path, whatever was requested before`,
    options,
    async () => {
      Object.assign(provider.person[name], {
        sub: `7${name.length}01`,
        email: `${name}@example.com`,
        email_verified: true,
        name: 'Nora New',
      })
      const page = await newPage(DESKTOP)
      const elsewhere: string[] = []
      page.on('request', (request) => {
        const { origin } = new URL(request.url())
        if (origin !== server.url && origin !== provider.origin && origin !== 'null') elsewhere.push(request.url())
      })
      await page.goto(`${server.url}/users/profile`)
      await page.waitForURL('**/signin')
      await page.goto(`${server.url}/register`)
      await alive(page)
      const legal = page.getByText('By continuing, you accept the').and(page.locator(':not([inert] *)'))
      expect(
        await legal.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href'))),
      ).toEqual(['https://portico.example/terms', 'https://portico.example/privacy'])
      await page.getByRole('button', { name: NAMES[name] }).and(page.locator(':not([inert] *)')).click()
      await page.getByRole('button', { name: /Continue as/ }).click()
      await page.waitForURL('**/api-dashboard')
      expect(new URL(page.url()).search).toBe('')
      expect(elsewhere).toEqual([])
      const history = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name: url }) => url))
      expect(history.join()).not.toContain('code=')
      page.expectClean(/favicon/)
    },
  )

test('PU-05 a declined authorisation is shown for five seconds at sign-in', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  await alive(page)
  await page.getByRole('button', { name: 'Google' }).and(page.locator(':not([inert] *)')).click()
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Cancel' }).click()
  const message = page.getByText('You did not allow sign-in with Google. Nothing has changed.')
  await untilPrinted(page, message)
  await page.waitForURL('**/signin')
  await page.clock.runFor(4_500)
  expect(await message.isVisible()).toBe(true)
  await page.clock.runFor(500)
  await message.waitFor({ state: 'detached' })
  page.expectClean(/400 \(Bad Request\)|favicon/)
})

test('PU-05 an unsolicited callback does not sign in', async () => {
  const page = await newPage(DESKTOP)
  for (const name of ['google', 'facebook', 'github']) {
    await page.goto(
      `${server.url}/socialite_provider/${name}/callback?code=stolen&state=made-up&scope=x&authuser=0&prompt=none`,
    )
    await page.waitForURL('**/signin')
    expect(page.url()).not.toContain('stolen')
  }
})

test('A17 an existing account links the service in the profile, sees it there, and unlinks it', {
  tags: 'long',
}, async () => {
  Object.assign(provider.person.github, { sub: '88001', email: 'somewhere-else@example.com', email_verified: true })
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  await signIn(page, DEMO)
  await page.waitForURL('**/api-dashboard')
  await page.goto(`${server.url}/users/profile`)
  await page.getByRole('button', { name: /Link.*GitHub|GitHub.*Link/ }).click()
  await page.getByRole('button', { name: /Continue as/ }).click()
  await page.waitForURL('**/users/profile')
  await page.getByText('somewhere-else@example.com').waitFor()
  await page.getByRole('button', { name: /Unlink.*GitHub|GitHub.*Unlink/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Unlink/ })
    .click()
  await page.getByText('somewhere-else@example.com').waitFor({ state: 'hidden' })
  page.expectClean(/favicon/)
})

test('SEC-M6 G1 a session from a service or a link needs a password before it shows the API password, and a first password is set by mail', {
  tags: 'long',
}, async () => {
  const email = 'first-password@example.com'
  Object.assign(provider.person.google, { sub: '99001', email, email_verified: true })
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  await alive(page)
  await page.getByRole('button', { name: 'Google' }).and(page.locator(':not([inert] *)')).click()
  await page.getByRole('button', { name: /Continue as/ }).click()
  await page.waitForURL('**/api-dashboard')
  await page.goto(`${server.url}/api-access`)
  const show = page.getByRole('button', { name: 'Show the API password' })
  await show.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Set one in your profile' }).click()
  await page.waitForURL('**/users/profile')
  await page.getByRole('button', { name: 'Send me a link to set a password' }).click()
  await page.getByText('We sent you a link to set a password.').waitFor()
  const { links } = await mailbox.next(email)
  // The form is shown although the browser is signed in.
  await page.goto(linkTo(links, '/reset-password/'))
  const reset = await alive(page)
  await reset.locator('[name=password]').fill(PASSWORD)
  await reset.locator('[name=pass_confirm]').fill(PASSWORD)
  await reset.locator('button[type=submit]').click()
  await page.waitForURL('**/signin', { timeout: 20_000 })

  const made = await server.operator(['onetime', email, '--json'])
  await page.goto(JSON.parse(made.stdout).url)
  await page.getByRole('button', { name: /Continue/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login_onetime'))
  await page.goto(`${server.url}/api-access`)
  await show.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sign-in password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(/^pk_/).waitFor()
  // The session has a new token and continues.
  await page.reload()
  await show.waitFor()
  page.expectClean(/favicon|403 \(Forbidden\)|401 \(Unauthorized\)/)
})
