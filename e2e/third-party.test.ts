import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalProvider, startLocalProvider } from '../server/src/outside/oauth-local-provider.ts'
import { type Server, startServer } from './harness.ts'
import { newPage } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, signIn } from './harness-people.ts'

let provider: LocalProvider
let server: Server
beforeAll(async () => {
  provider = await startLocalProvider()
  provider.asks = true
  server = await startServer({ ...provider.settings })
})
afterAll(() => provider.close())

const NAMES = { google: 'Google', github: 'GitHub', facebook: 'Facebook' } as const

test.each(['google', 'github'] as const)(
  'PU-05 A18 a newcomer signs up with %s and lands on the first available path',
  async (name) => {
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
    await page.goto(`${server.url}/register`)
    await alive(page)
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

test('PU-05 someone who says no there is told for five seconds and is back at sign-in', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  await alive(page)
  await page.getByRole('button', { name: 'Google' }).and(page.locator(':not([inert] *)')).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You did not let Google sign you in. Nothing has changed.').waitFor()
  await page.waitForURL('**/signin')
  page.expectClean(/400 \(Bad Request\)|favicon/)
})

test('PU-05 a callback nobody asked for signs nobody in', async () => {
  const page = await newPage(DESKTOP)
  for (const name of ['google', 'facebook', 'github']) {
    await page.goto(
      `${server.url}/socialite_provider/${name}/callback?code=stolen&state=made-up&scope=x&authuser=0&prompt=none`,
    )
    await page.waitForURL('**/signin')
    expect(page.url()).not.toContain('stolen')
  }
})

test('A17 an existing account links the service in the profile, sees it there, and unlinks it', async () => {
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
