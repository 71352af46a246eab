import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '../contract/src/auth.ts'
import { type LocalProvider, startLocalProvider } from '../server/src/testing/oauth/provider.ts'
import { providerWith } from '../server/src/testing/scripts/provider.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import { alive, DESKTOP, signIn, signUp } from './harness-people.ts'

const CAMPAIGN = 'utm_source=news&utm_medium=mail&utm_campaign=spring&utm_term=api&utm_content=top&gclid=click-1'
const NAMED = {
  gclid: 'click-1',
  utm_source: 'news',
  utm_medium: 'mail',
  utm_campaign: 'spring',
  utm_term: 'api',
  utm_content: 'top',
}
const DAY_S = 24 * 60 * 60

let asking: Server
let service: LocalProvider
const provider = providerWith('ask_for: [marketing]')
beforeAll(async () => {
  service = await startLocalProvider()
  service.asks = true
  asking = await openServer({ BOT_CHECK: 'off', PROVIDER_DIR: provider.provider_dir, ...service.settings })
})
afterAll(async () => {
  await service.close()
  provider.remove()
})

/** The body of the next call to this endpoint. */
const bodyOf = (page: Page, { path }: { path: string }) =>
  page.waitForRequest((request) => request.url().endsWith(path)).then((request) => request.postDataJSON())

const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort()

const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' })

/** Arrives through a link on another site. */
async function arrive(path: string): Promise<WatchedPage> {
  const page = await newPage(DESKTOP)
  await page.goto(`${asking.url}${path}`, { referer: 'https://www.google.com/search?q=secret' })
  await alive(page)
  await banner(page).waitFor()
  return page
}

test('CA-02 CO-01 a sign-up without consent carries the campaign, partners and page of this session, and only necessary cookies are set', {
  tags: 'long',
}, async () => {
  const page = await arrive(`/signin?${CAMPAIGN}&aff=17&promo_aff=18`)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.waitForURL('**/register')
  const body = bodyOf(page, auth.register)
  await signUp(page, 'visit@example.com')
  expect(await body).toEqual({
    email: 'visit@example.com',
    password: expect.any(String),
    name: '',
    privacy: true,
    captcha: expect.any(String),
    referrer_register: 'organic https://www.google.com/search',
    referrer: 'https://www.google.com/search',
    referrer_params: 'q',
    affiliate_id: 17,
    promo_affiliate: '18',
    utm_params: NAMED,
  })
  expect(await cookieNames(page.context())).toEqual(['XSRF-TOKEN', 'pre', 'signup'])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/utm|click-1/)
})

test('CO-01 PU-16 with consent campaign data is stored in cookies, the referrer for 30 minutes, and sent with a sign-up after a later load', async () => {
  const page = await arrive(`/register?${CAMPAIGN}&aff=17&promo_aff=18`)
  const context = page.context()
  await context.addCookies(
    Object.entries({ _fbp: 'fb.1.1.2', _fbc: 'fb.1.1.3', _ga: 'GA1.1.111.222', _ga_ABC: 'GS2.1.s1700000000$o1' }).map(
      ([name, value]) => ({ name, value, url: asking.url }),
    ),
  )
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  await banner(page).waitFor({ state: 'detached' })
  const lives = new Map(
    (await context.cookies()).map(({ name, expires }) => [name, Math.round(expires - Date.now() / 1000)] as const),
  )
  const minutes = (name: string) => Math.round((lives.get(name) ?? 0) / 60)
  expect(minutes('referrer_register')).toBe(30)
  for (const name of ['aff_id', 'promo_aff', ...Object.keys(NAMED)])
    expect([name, Math.round((lives.get(name) ?? 0) / DAY_S)]).toEqual([name, 30])

  await page.goto(`${asking.url}/register`)
  await alive(page)
  const body = bodyOf(page, auth.register)
  await signUp(page, 'later@example.com')
  expect(await body).toMatchObject({
    referrer_register: 'organic https://www.google.com/search',
    affiliate_id: 17,
    promo_affiliate: '18',
    ga_cid: '111.222',
    g_session_id: '1700000000',
    utm_params: { ...NAMED, g_session_id: '1700000000', fbp: 'fb.1.1.2', fbc: 'fb.1.1.3' },
  })
  await page.goto(`${asking.url}/signin`)
  const signingIn = bodyOf(page, auth.authenticate)
  await signIn(page)
  expect(await signingIn).toMatchObject({ ga_cid: '111.222' })
  await page.waitForURL('**/api-dashboard')
})

test('CO-01 withdrawn consent removes those cookies at once, and their ids are no longer sent', {
  tags: 'long',
}, async () => {
  const page = await arrive('/signin?utm_source=news&aff=17')
  await page.context().addCookies([{ name: '_ga', value: 'GA1.1.111.222', url: asking.url }])
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  await expect.poll(() => cookieNames(page.context())).toContain('aff_id')
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' })
  await dialog.getByRole('link', { name: 'Privacy policy' }).waitFor()
  await dialog.getByText('the page you came from for 30 minutes').waitFor()
  await dialog.getByRole('button', { name: 'Only necessary' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await cookieNames(page.context())).toEqual(['XSRF-TOKEN', '_ga', 'cc_cookie', 'pre'])
  const body = bodyOf(page, auth.authenticate)
  await signIn(page)
  expect(await body).not.toHaveProperty('ga_cid')
})

test('CA-02 a sign-up through a third party carries the campaign, which is then removed from the tab', {
  tags: 'long',
}, async () => {
  Object.assign(service.person.google, {
    sub: '70017',
    email: 'campaign@example.com',
    email_verified: true,
    name: 'Nora New',
  })
  const page = await arrive(`/register?${CAMPAIGN}&aff=17`)
  await page.getByRole('button', { name: 'Google' }).and(page.locator(':not([inert] *)')).click()
  const body = bodyOf(page, auth.loginByThirdParty)
  await page.getByRole('button', { name: /Continue as/ }).click()
  expect(await body).toEqual({
    provider: 'google',
    referrer_register: 'organic https://www.google.com/search',
    referrer: 'https://www.google.com/search',
    referrer_params: 'q',
    affiliate_id: 17,
    utm_params: NAMED,
  })
  await page.waitForURL('**/api-dashboard')
  expect(await page.evaluate(() => sessionStorage.getItem('opened'))).toBe(null)
})

test('CA-05 the consent banner links the privacy policy in a new tab and announces that', {
  tags: 'long',
}, async () => {
  const page = await arrive('/signin')
  const link = banner(page).getByRole('link', { name: /^Privacy policy ?, opens in a new tab$/ })
  expect(await link.getAttribute('target')).toBe('_blank')
  for (const name of ['terms of use', 'privacy policy', 'Contact us']) {
    await page.goto(`${asking.url}/register`)
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${name} ?, opens in a new tab$`) })
      .first()
      .waitFor()
  }
})
