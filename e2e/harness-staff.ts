// Staff of the provider and their console, entered without drawing the forms that other journeys prove.
import { type APIRequestContext, type Page, request } from 'playwright-core'
import { auth } from '../contract/src/auth.ts'
import type { Endpoint, Sent } from '../contract/src/endpoint.ts'
import { staffSignIn } from '../contract/src/staff-sign-in.ts'
import { codeAt } from '../server/src/testing/staff.ts'
import type { Server } from './harness.ts'
import { newPage, type View, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, PASSWORD } from './harness-people.ts'

export interface StaffMember {
  email: string
  password: string
  /** Of the authenticator: a code is good for one sign-in. */
  key: string
}

/** Staff added by the operator, with a password set by the call that the page of their link makes. */
export async function newStaffMember(server: Server, name: string, role: string): Promise<StaffMember> {
  const email = `${name.toLowerCase()}@example.com`
  const added = await server.operate('staff', 'add', email, '--name', `${name} Staff`, '--role', role, '--json')
  const { key, password_link } = JSON.parse(added)
  const { origin, pathname } = new URL(password_link)
  const [id = '', token = ''] = pathname.split('/').slice(2)
  const caller = await callerAt(origin)
  await caller.call(auth.sendResetPasswordRequest, { id, token, password: PASSWORD, pass_confirm: PASSWORD })
  await caller.api.dispose()
  return { email, password: PASSWORD, key }
}

/** Signs in by the calls of the two forms and opens this screen. */
export async function enterAsStaff(
  page: Page,
  origin: string,
  { email, password, key }: StaffMember,
  path: string,
): Promise<void> {
  const caller = await callerAt(origin, await page.evaluate(() => navigator.userAgent))
  await caller.call(auth.authenticate, { email, password, captcha: '' })
  await caller.call(staffSignIn.secondFactor, { code: codeAt(key, new Date()) })
  const domain = new URL(origin).hostname
  await page.context().addCookies((await cookiesOf(caller.api)).map((cookie) => ({ ...cookie, domain })))
  await caller.api.dispose()
  await page.goto(`${origin}${path}`)
}

/** A new page of this person at a screen of the console. */
export async function enterConsole(
  staffUrl: string,
  who: StaffMember,
  path: string,
  view: View = DESKTOP,
): Promise<WatchedPage> {
  const page = await newPage(view)
  await enterAsStaff(page, staffUrl, who, path)
  return page
}

const cookiesOf = async (api: APIRequestContext) => (await api.storageState()).cookies

/** Makes calls to this host without a page: only a browser resolves every name below localhost, so the host is sent as a header. */
async function callerAt(origin: string, userAgent?: string) {
  const { host, port } = new URL(origin)
  const baseURL = `http://localhost:${port}`
  const api = await request.newContext({ baseURL, userAgent, extraHTTPHeaders: { host, origin } })
  await api.get('/signin')
  const token = (await cookiesOf(api)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'x-xsrf-token': decodeURIComponent(token) }
  const call = async <E extends Endpoint>({ path }: E, data: Sent<E>): Promise<void> => {
    const answer = await api.post(path, { headers, data })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  }
  return { api, call }
}
