// Staff of the provider and their console, entered without drawing the forms that other journeys prove.
import type { Page } from 'playwright-core'
import { auth } from '../contract/src/auth.ts'
import { staffSignIn } from '../contract/src/staff-sign-in.ts'
import { codeAt } from '../server/src/testing/staff.ts'
import type { Server } from './harness.ts'
import { newPage, type View, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, PASSWORD } from './harness-people.ts'
import { callFrom } from './harness-shell.ts'

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
  const page = await newPage(DESKTOP)
  await prepareCalls(page, origin)
  await callFrom(page, auth.sendResetPasswordRequest, { id, token, password: PASSWORD, pass_confirm: PASSWORD })
  await page.context().close()
  return { email, password: PASSWORD, key }
}

/** Signs in by the calls of the two forms and opens this screen. */
export async function enterAsStaff(
  page: Page,
  origin: string,
  { email, password, key }: StaffMember,
  path: string,
): Promise<void> {
  await prepareCalls(page, origin)
  await callFrom(page, auth.authenticate, { email, password, captcha: '' })
  await callFrom(page, staffSignIn.secondFactor, { code: codeAt(key, new Date()) })
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

/** Opens an empty document of this host, as only a browser resolves every name below localhost, with the cookie that calls need. */
async function prepareCalls(page: Page, origin: string): Promise<void> {
  const empty = `${origin}/empty`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(empty)
  // While requests are intercepted, the browser caches nothing.
  await page.unroute(empty)
  await page.evaluate(() => fetch('/signin').then((answer) => answer.text()))
}
