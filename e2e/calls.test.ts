import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { auth } from '../contract/src/auth.ts'
import { users } from '../contract/src/users.ts'
import { whitelabel } from '../contract/src/whitelabel.ts'
import { type LocalProvider, startLocalProvider } from '../server/src/testing/oauth/provider.ts'
import { CHAT, providerWith } from '../server/src/testing/scripts/provider.ts'
import { openServer, type Server } from './harness.ts'
import { newPage, type WatchedPage } from './harness-browser.ts'
import {
  alive,
  DEMO,
  DESKTOP,
  linkTo,
  openMailbox,
  PASSWORD,
  preferencesLink,
  signIn,
  signUp,
} from './harness-people.ts'
import { readPaths } from './harness-reads.ts'
import { callFrom, goWithin, newTabBy, shown, soon } from './harness-shell.ts'
import { enterAsStaff, newStaffMember } from './harness-staff.ts'

const INVITED = 'an opened invitation waits sealed with the server'
const LINKED = 'what an opened link carries waits sealed with the server'
const ANSWERED = 'the answer of the service waits sealed with the server'
const UTM = 'utm_params gclid utm_source utm_campaign utm_term utm_content utm_medium g_session_id fbp fbc'.split(' ')
const FROM = ['referrer_register', 'referrer', 'affiliate_id', 'promo_affiliate', 'ga_cid', ...UTM]

interface Call {
  path: string
  /** The specified fields that the page sends, with those of utm_params among them. */
  sends: string[]
  /** Specified fields that the page does not send, with the reason. */
  not?: Record<string, string>
}

/** The calls of the specification, sections 3 and 7. */
const CALLS: Record<string, Call> = {
  authenticate: {
    path: auth.authenticate.path,
    sends: ['email', 'password', 'captcha', 'ga_cid'],
    not: { parent_id: INVITED, parent_token: INVITED },
  },
  register: {
    path: auth.register.path,
    sends: ['email', 'password', 'name', 'captcha', ...FROM],
    not: {
      parent_id: INVITED,
      parent_token: INVITED,
      referrer_params: 'only where the page before was asked with parameters',
      connector_affiliate_id: 'only where a connector has set its cookie',
    },
  },
  loginByThirdParty: {
    path: auth.loginByThirdParty.path,
    sends: ['provider', ...FROM],
    not: {
      code: ANSWERED,
      scope: ANSWERED,
      authuser: ANSWERED,
      session_state: ANSWERED,
      prompt: ANSWERED,
      parent_id: INVITED,
      parent_token: INVITED,
    },
  },
  goToThirdParty: {
    path: auth.goToThirdParty.path,
    sends: ['provider'],
    not: { parent_id: INVITED, parent_token: INVITED },
  },
  loginOnetime: { path: auth.loginOnetime.path, sends: [], not: { uid: LINKED, onetime_pass: LINKED } },
  loginOnetimeAdmin: { path: auth.loginOnetimeAdmin.path, sends: [], not: { uid: LINKED, onetime_pass: LINKED } },
  loginToken: { path: auth.loginToken.path, sends: [], not: { token: LINKED } },
  sendForgotPasswordEmail: { path: auth.sendForgotPasswordEmail.path, sends: ['email', 'captcha'] },
  sendResetPasswordCheckRequest: {
    path: auth.sendResetPasswordCheckRequest.path,
    sends: [],
    not: { id: LINKED, token: LINKED },
  },
  sendResetPasswordRequest: {
    path: auth.sendResetPasswordRequest.path,
    sends: ['password', 'pass_confirm'],
    not: { id: LINKED, token: LINKED },
  },
  activateAccount: { path: auth.activateAccount.path, sends: ['user_id', 'captcha'], not: { token: LINKED } },
  resendActivation: { path: auth.resendActivation.path, sends: ['email', 'captcha'] },
  sendCheckUnsubscribeDataRequest: {
    path: auth.sendCheckUnsubscribeDataRequest.path,
    sends: [],
    not: { email: LINKED, hash: LINKED },
  },
  sendUnsubscribeRequest: {
    path: auth.sendUnsubscribeRequest.path,
    sends: ['reports', 'triggers', 'news', 'offers'],
    not: { email: LINKED, hash: LINKED },
  },
  signout: { path: auth.signout.path, sends: [] },
  getLimitsInfo: { path: access.getLimitsInfo.path, sends: [] },
  getUserData: { path: users.getUserData.path, sends: [] },
  getAccessInfo: { path: access.getAccessInfo.path, sends: [] },
  setActiveApiUser: { path: users.setActiveApiUser.path, sends: ['login'] },
  getApiUserCredits: { path: access.getApiUserCredits.path, sends: [] },
  getUpdatedUserObject: { path: users.getUpdatedUserObject.path, sends: [] },
  getWlHelpRedirectUrl: { path: whitelabel.getWlHelpRedirectUrl.path, sends: [] },
  setConsentData: { path: users.setConsentData.path, sends: ['consent'] },
}

let server: Server
let service: LocalProvider
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const provider = providerWith(`${CHAT}ask_for: [marketing]`)
beforeAll(async () => {
  service = await startLocalProvider()
  service.asks = true
  mailbox = await openMailbox()
  server = await openServer({
    BOT_CHECK: 'off',
    SMTP_URL: mailbox.url,
    PROVIDER_DIR: provider.provider_dir,
    ...service.settings,
  })
})
afterAll(async () => {
  await service.close()
  await mailbox.close()
  provider.remove()
})

const at = (path: string) => `${server.url}${path}`

/** Path → fields of the first call to it, with those of utm_params among them. */
const sent = new Map<string, string[]>()
const paths = new Set(Object.values(CALLS).map(({ path }) => path))
function record(request: Request): void {
  for (const path of readPaths(request.url())) if (paths.has(path)) recordCall(path, request)
}

function recordCall(path: string, request: Request): void {
  const body: unknown = request.method() === 'POST' ? request.postDataJSON() : {}
  const { utm_params = {}, ...rest } = Object(body)
  if (!sent.has(path)) sent.set(path, [...Object.keys(Object(body)), ...Object.keys(utm_params)])
  // The page may not send values that belong to a link or a response.
  expect(JSON.stringify(rest)).not.toMatch(/"(token|hash|code|onetime_pass|parent_token)":/)
}

async function visitor(): Promise<WatchedPage> {
  const page = await newPage(DESKTOP)
  page.on('request', record)
  return page
}

/** A visitor with ids of advertising networks who has consented, on a campaign URL. */
async function agreeing(path: string): Promise<WatchedPage> {
  const page = await visitor()
  const ids = { _fbp: 'fb.1.1.2', _fbc: 'fb.1.1.3', _ga: 'GA1.1.111.222', _ga_ABC: 'GS2.1.s1700000000$o1' }
  await page.context().addCookies(Object.entries(ids).map(([name, value]) => ({ name, value, url: server.url })))
  const campaign = UTM.filter((name) => /^(gclid|utm_(?!params))/.test(name)).map((name) => `${name}=x`)
  await page.goto(at(`${path}?${campaign.join('&')}&aff=17&promo_aff=18`), { referer: 'https://www.google.com/' })
  await alive(page)
  await page.getByRole('button', { name: 'Accept all' }).click()
  return page
}

async function send(page: Page, fields: Record<string, string>): Promise<void> {
  const form = await alive(page)
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name=${name}]`).fill(value)
  const answered = page.waitForResponse('**/api/auth/**')
  await form.locator('button[type=submit]').click()
  await (await answered).finished()
}

/** Waits for the call only: other journeys test what the page shows next. */
async function until(page: Page, path: string): Promise<void> {
  await expect.poll(() => sent.has(path), soon).toBe(true)
  await page.close()
}

const continueBy = async (page: Page, args: string[]) => {
  await page.goto(JSON.parse((await server.operator([...args, '--json'])).stdout).url)
  await page.getByRole('button', { name: /Continue/ }).click()
}

test('CA-02 each of the 23 calls carries its specified fields, or the table states why not', {
  timeout: 240_000,
}, async () => {
  const page = await agreeing('/register')
  await signUp(page, 'caller@example.com')
  const { links } = await mailbox.next('caller@example.com')
  await page.goto(linkTo(links, '/activate_fast/'))
  await page.waitForURL('**/signin')
  await page.goto(await preferencesLink(server, 'caller@example.com'))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your subscription settings was successfully saved!').waitFor()
  await goWithin(page, '/resend-activation')
  await send(page, { email: 'caller@example.com' })
  // A full load, since after navigation the previous form may still be shown.
  await page.goto(`${server.url}/forgot-password`)
  await send(page, { email: 'caller@example.com' })
  await page.goto(linkTo((await mailbox.next('caller@example.com')).links, '/reset-password/'))
  await send(page, { password: PASSWORD, pass_confirm: PASSWORD })
  await page.waitForURL('**/signin', { timeout: 10_000 })
  await signIn(page, { email: 'caller@example.com', password: PASSWORD })
  await shown(page)
  await expect.poll(() => sent.has(users.setConsentData.path), soon).toBe(true)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await goWithin(page, '/api-settings')
  await expect.poll(() => sent.has(access.getLimitsInfo.path), soon).toBe(true)
  await goWithin(page, '/api-dashboard')
  await shown(page)
  await callFrom(page, access.addMachineLogin, { name: 'calls' })
  await page.reload()
  const account = page.getByRole('button', { name: 'Your account' })
  await account.click()
  await page.getByRole('menuitem', { name: 'Switch Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch Account' })
  await dialog.getByRole('button', { name: /calls/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.context().route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'help' }))
  await account.click()
  await newTabBy(page, () => page.getByRole('menuitem', { name: 'Help' }).click())
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/signin')

  Object.assign(service.person.google, {
    sub: '70023',
    email: 'by-google@example.com',
    email_verified: true,
    name: 'Nora New',
  })
  const other = await agreeing('/register')
  await other.getByRole('button', { name: 'Google' }).and(other.locator(':not([inert] *)')).click()
  await other.getByRole('button', { name: /Continue as/ }).click()
  await until(other, auth.loginByThirdParty.path)

  const chatting = await agreeing('/signin')
  await chatting.clock.install()
  await chatting.reload()
  await signIn(chatting)
  await shown(chatting)
  await chatting.locator('iframe[title="Support chat"]').waitFor({ state: 'attached' })
  await expect.poll(() => sent.has(users.getUserData.path), soon).toBe(true)
  // The identity of the chat lives an hour and is renewed before that.
  await expect
    .poll(async () => {
      await chatting.clock.fastForward('46:00')
      return sent.has(users.getUpdatedUserObject.path)
    }, soon)
    .toBe(true)
  await chatting.close()

  const linked = await visitor()
  await continueBy(linked, ['onetime', 'caller@example.com', '--kind', 'token'])
  await until(linked, auth.loginToken.path)
  const once = await visitor()
  await continueBy(once, ['onetime', 'caller@example.com'])
  await until(once, auth.loginOnetime.path)

  const sam = await newStaffMember(server, 'Sam', 'support')
  const staff = await visitor()
  await enterAsStaff(staff, server.url, sam, '/robots.txt')
  await continueBy(staff, ['impersonate', sam.email, DEMO.email, '--reason', 'a ticket'])
  await until(staff, auth.loginOnetimeAdmin.path)

  expect(Object.keys(CALLS)).toHaveLength(23)
  for (const [name, { path, sends, not = {} }] of Object.entries(CALLS)) {
    const fields = sent.get(path)
    expect([name, fields]).toEqual([name, expect.arrayContaining(sends)])
    for (const field of Object.keys(not)) expect([name, fields]).toEqual([name, expect.not.arrayContaining([field])])
  }
})
