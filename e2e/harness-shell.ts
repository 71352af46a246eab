// A signed-in user at any screen.

import type { Cookie, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { auth } from '../contract/src/auth.ts'
import type { Endpoint, Output, Sent } from '../contract/src/endpoint.ts'
import { LIVE_PATH } from '../contract/src/live-address.ts'
import { conditions } from '../tools/proof/conditions.ts'
import type { Server } from './harness.ts'
import { newPage, type View, type WatchedPage } from './harness-browser.ts'
import { DEMO, linkTo, type openMailbox, PASSWORD, signIn } from './harness-people.ts'

/** A condition that other work on the machine may delay. */
export const soon = { timeout: 20_000 * conditions().slowness }

const stored = new Map<string, Cookie[]>()

/** Keyed by server, as another one may use the same address later. */
export const forgetSessions = () => stored.clear()

/** A page of the demo account at this path, in its own browser profile; signed in once per server. */
export async function enter(server: Server, view: View, path = '/api-dashboard'): Promise<WatchedPage> {
  const page = await newPage(view)
  const cookies = stored.get(server.url)
  if (cookies) await page.context().addCookies(cookies)
  else {
    await signInBeside(page, server.url, DEMO)
    stored.set(server.url, await page.context().cookies())
  }
  await page.goto(`${server.url}${path}`)
  await shown(page)
  return page
}

/** Signs in by the call of the form, or by the form itself if there is a bot check. */
export async function signInBeside(
  page: Page,
  origin: string,
  who: { email: string; password: string },
): Promise<void> {
  // Only a browser resolves every name below localhost to this machine.
  if (new URL(origin).hostname !== 'localhost') return signInByForm(page, origin, who)
  await page.request.get(`${origin}/signin`)
  const signing_in = callBeside(page, origin, auth.authenticate, { ...who, captcha: '' })
  await signing_in.catch(() => signInByForm(page, origin, who))
}

/** Opens this screen in a new session. */
export async function signInAt(
  page: Page,
  origin: string,
  who: { email: string; password: string },
  path = '/api-dashboard',
): Promise<void> {
  const [before, to] = [page.url(), `${origin}${path}`]
  await signInBeside(page, origin, who)
  // If the form was needed, it has led there already.
  if (page.url() === before || page.url() !== to) await page.goto(to)
  await shown(page)
}

/** Signs in by the form and follows its redirect. */
export async function signInByForm(page: Page, origin: string, who: { email: string; password: string }) {
  await page.goto(`${origin}/signin`)
  await signIn(page, who)
  await shown(page)
}

/** A new customer who has signed up, confirmed by the mail's link and signed in, at this screen, without the pages of a sign-up. */
export async function signUpAt(
  server: Server,
  mailbox: Awaited<ReturnType<typeof openMailbox>>,
  email: string,
  view: View,
  path = '/api-dashboard',
): Promise<WatchedPage> {
  const page = await newPage(view)
  const who = { email, password: PASSWORD }
  await joinBeside(page, server, mailbox, who)
  await signInAt(page, server.url, who, path)
  return page
}

/** A new customer who has signed up and confirmed by the mail's link, without the pages of a sign-up. */
export async function joinBeside(
  page: Page,
  server: Server,
  mailbox: Awaited<ReturnType<typeof openMailbox>>,
  who: { email: string; password: string },
): Promise<void> {
  await page.request.get(`${server.url}/register`)
  await callBeside(page, server.url, auth.register, { ...who, privacy: true, captcha: '' })
  const link = linkTo((await mailbox.next(who.email)).links, '/activate_fast/')
  const [user_id, token] = new URL(link).pathname.split('/').slice(2)
  await callBeside(page, server.url, auth.activateAccount, { user_id, token, captcha: '' })
}

/** Waits until the shell is shown with its balance. */
export async function shown(page: Page): Promise<void> {
  await page.getByTestId('balance').waitFor()
}

/** Switches to another login in the header. */
export async function switchTo(page: Page, login: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /, Switch Account$/ })
    .click()
  await page
    .getByRole('dialog', { name: 'Switch Account' })
    .getByRole('button', { name: new RegExp(`^${login}`) })
    .click()
}

export function mainMenu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main menu' })
}

/** A new tab with a fake response for that address, so that no request leaves this machine. */
export async function newTabBy(page: Page, press: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press()])
  return tab
}

/** Answers for an external site. */
export async function fakeSite(page: Page, site: string): Promise<void> {
  await page
    .context()
    .route(`${site}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
    )
}

/** Makes a call from within the page, without the screen that would make it. */
export async function callFrom<E extends Endpoint>(page: Page, { path }: E, input: Sent<E>): Promise<Output<E>> {
  const { status, text } = await page.evaluate(
    async ([url, body]) => {
      const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
      const answer = await fetch(url, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    },
    [path, JSON.stringify(input)] as const,
  )
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text)
}

/** Makes a call with the cookies of the page but outside of it, wherever it is. */
export async function callBeside<E extends Endpoint>(
  page: Page,
  origin: string,
  { path }: E,
  input: Sent<E>,
): Promise<Output<E>> {
  const context = page.context()
  const token = (await context.cookies(origin)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await context.request.post(`${origin}${path}`, {
    headers: { origin, 'x-xsrf-token': decodeURIComponent(token) },
    data: input,
  })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

/** Navigates within the page, like a link or the back button. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

export const NO_PERMISSION = 'You do not have permission to access that page.'

/** Opens a screen within the page after the not-found page, so that everything on it belongs to this address. */
export async function openScreen(page: Page, path: string): Promise<void> {
  // The page navigates only after it has started.
  await shown(page)
  await goWithin(page, '/404')
  await page.getByText(NO_PERMISSION).waitFor()
  await goWithin(page, path)
  await page.getByText(NO_PERMISSION).waitFor({ state: 'hidden' })
}

/** For one page: waits until no request is pending, and drawing the responses has caused no further one. */
export function settler(page: Page): () => Promise<void> {
  const pending = new Set<unknown>()
  // The event stream stays open as long as the page.
  page.on('request', (request) => request.url().includes(LIVE_PATH) || pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    do {
      await expect.poll(() => pending.size, { ...soon, interval: 20 }).toBe(0)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    } while (pending.size > 0)
  }
}
