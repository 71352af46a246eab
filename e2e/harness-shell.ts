// Someone who is signed in, at any screen.
import type { Cookie, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { auth } from '../contract/src/auth.ts'
import type { Endpoint, Output, Sent } from '../contract/src/endpoint.ts'
import { LIVE_PATH } from '../contract/src/live-address.ts'
import type { Server } from './harness.ts'
import { newPage, type View, type WatchedPage } from './harness-browser.ts'
import { DEMO, linkTo, type openMailbox, PASSWORD, signIn } from './harness-people.ts'

/** A condition that other work on the machine may delay. */
export const soon = { timeout: 20_000 }

const stored = new Map<string, Cookie[]>()

/** Another server may stand at the same address later. */
export const forgetSessions = () => stored.clear()

/** A page of the demo account at this address, in a profile of its own; signed in once per server. */
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

/** As the form does it, without the page of the form; with the form where a visitor must show not to be a robot. */
export async function signInBeside(
  page: Page,
  origin: string,
  who: { email: string; password: string },
): Promise<void> {
  // Only a browser takes every name below localhost for this machine.
  if (new URL(origin).hostname !== 'localhost') return signInByForm(page, origin, who)
  await page.request.get(`${origin}/signin`)
  const asked = callBeside(page, origin, auth.authenticate, { ...who, captcha: '' })
  await asked.catch(() => signInByForm(page, origin, who))
}

/** In a session of its own, at this screen. */
export async function signInAt(
  page: Page,
  origin: string,
  who: { email: string; password: string },
  path = '/api-dashboard',
): Promise<void> {
  const [before, to] = [page.url(), `${origin}${path}`]
  await signInBeside(page, origin, who)
  // Where the form was needed, it has led there already.
  if (page.url() === before || page.url() !== to) await page.goto(to)
  await shown(page)
}

/** Through the form, to where it leads. */
export async function signInByForm(page: Page, origin: string, who: { email: string; password: string }) {
  await page.goto(`${origin}/signin`)
  await signIn(page, who)
  await shown(page)
}

/** Somebody new, who has signed up, confirmed by the link of the mail and signed in, at this screen. The screens of a sign-up have journeys of their own. */
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

/** Somebody new, who has signed up and confirmed by the link of the mail, without the pages of it. */
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

/** Waits until the shell stands and has its balance. */
export async function shown(page: Page): Promise<void> {
  await page.getByTestId('balance').waitFor()
}

/** Another login, by the header. */
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

/** A new tab, with what stands at that address made up: nothing of a test leaves this machine. */
export async function newTabBy(page: Page, press: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press()])
  return tab
}

/** Answers for a site that is not ours. */
export async function fakeSite(page: Page, site: string): Promise<void> {
  await page
    .context()
    .route(`${site}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
    )
}

/** A call as the page makes it, for what a screen of its own would do. */
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

/** The same with the cookies of the page, but from beside it, wherever it is. */
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

/** To another screen within the page, as a link or the back button goes. */
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

/** For one page: waits until nothing is under way any more, and what came has been drawn and asked for nothing else. */
export function settler(page: Page): () => Promise<void> {
  const underWay = new Set<unknown>()
  // The stream of news is under way for as long as the page is.
  page.on('request', (request) => request.url().includes(LIVE_PATH) || underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return async () => {
    do {
      await expect.poll(() => underWay.size, { ...soon, interval: 20 }).toBe(0)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    } while (underWay.size > 0)
  }
}
