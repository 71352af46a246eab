import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '../tools/ready/folders.mjs'
import { keepReleases } from '../web/build/keep-releases.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, openBrowser, shot, type WatchedPage } from './harness-browser.ts'
import { stopClock, untilGone, untilPrinted } from './harness-clock.ts'
import { freePort, seededServerEnv } from './harness-resources.ts'
import { signInAt } from './harness-shell.ts'

const DESKTOP = { width: 1280, height: 800 }
const DEMO = { email: 'demo@portico.example', password: 'portico-demo' }
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

async function reloadOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.reload()
  await stayOffline(page)
}

/** After a load that the worker answers Chromium takes the page for online again, though its requests fail. */
const stayOffline = (page: Page) => overrideState(page, true)

async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await overrideState(page, false)
}

async function overrideState(page: Page, offline: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.overrideNetworkState', { offline, ...speed })
}

/** Errors of an open page's requests while the server is down between two releases. */
const AWAY = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING)/
const soon = { timeout: 20_000 }
/** A browser replaces a worker when the old one has been idle for half a minute. */
const replaced = { timeout: 60_000 }

// Inside the repository, so that builds there find their packages.
mkdirSync(join(root, '.cache'), { recursive: true })
const workshop = mkdtempSync(join(root, '.cache', 'e2e-worker-'))
const builds = { first: join(workshop, 'first'), next: join(workshop, 'next'), back: join(workshop, 'back') }
afterAll(() => rmSync(workshop, { recursive: true, force: true }))

let server: Server
let deployed: string | undefined
let server_env: Record<string, string>
beforeAll(async () => {
  cpSync(join(root, 'web/dist'), builds.first, { recursive: true })
  server_env = { ...(await seededServerEnv()), PORT: String(await freePort()) }
})

/** Another build or setting behind the same address, while browsers hold connections to the old one. */
async function deploy(WORKER: string, WEB_DIST = builds.first): Promise<void> {
  const wanted = `${WORKER} ${WEB_DIST}`
  if (deployed === wanted) return
  deployed = wanted
  await server?.kill9()
  server = await startServer({ ...server_env, WORKER, WEB_DIST, BOT_CHECK: 'off' })
}

async function signIn(page: WatchedPage): Promise<void> {
  await page.goto(`${server.url}/signin`)
  const form = page.locator('form', { has: page.locator('[autocomplete=username]') })
  await form.locator('[name=email]').fill(DEMO.email)
  await form.locator('[name=password]').fill(DEMO.password)
  await form.locator('button[type=submit]').click()
  await page.getByTestId('balance').waitFor()
}

/**
 * The browser never ends a worker with a debugger attached, and then delays every page when another worker should replace it.
 * The debugger is detached through the library's internals, as there is no public API.
 */
async function letGo(worker: Worker): Promise<void> {
  await Reflect.get(worker, '_connection').toImpl(worker)._session.detach()
}

/** Signed in, and the worker has what it needs to show this page without a connection. */
async function openCached(): Promise<WatchedPage> {
  await deploy('always')
  const page = await newPage(DESKTOP)
  page.context().on('serviceworker', letGo)
  await signIn(page)
  await page.reload()
  await page.getByTestId('balance').waitFor()
  // `vi.waitFor` also works in `beforeAll`, where `expect.poll` does not.
  const isCached = async () =>
    expect(await cachedUrls(page)).toContainEqual(expect.stringMatching(/^\/assets\/i18n\/en\.json\?/))
  await vi.waitFor(isCached, soon)
  return page
}

/** The URLs in all caches of the page's origin. */
async function cachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caught: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) caught.push(url.replace(location.origin, ''))
    return caught.sort()
  })
}

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
const entryOf = (page: Page) => page.locator('script[type=module][src]').getAttribute('src')
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true })
const markedAs = (page: Page, name: string) => page.locator(`html[data-release=${name}]`)

/** Navigates by the menu, so that the build of this tab requests the chunk. */
async function goBy(page: WatchedPage, link: string, path: string): Promise<void> {
  await page.getByRole('link', { name: link }).first().click()
  await page.waitForURL(`**${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Opens the sign-in page and waits until it has decided about the worker. */
async function decide(page: Page): Promise<string[]> {
  const requested: string[] = []
  page.context().on('request', (request) => requested.push(new URL(request.url()).pathname))
  await Promise.all([
    page.waitForResponse((answer) => /\/assets\/after-paint-[\w-]+\.js$/.test(answer.url())),
    page.goto(`${server.url}/signin`),
  ])
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))))
  return requested
}

test('CO-05 on plain http no worker is registered', { tags: 'long' }, async () => {
  await deploy('on')
  const page = await newPage(DESKTOP)
  expect(await decide(page)).not.toContain('/ngsw-worker.js')
  expect(await registrations(page)).toBe(0)
  page.expectClean()
})

test('CO-05 an Edge agent gets no worker, another browser does', async () => {
  await deploy('always')
  const usual = await newPage(DESKTOP)
  const agent = `${await usual.evaluate(() => navigator.userAgent)} Edg/140.0.0.0`
  const context = await (await openBrowser()).newContext({ userAgent: agent })
  const edge = await context.newPage()
  expect(await decide(edge)).not.toContain('/ngsw-worker.js')
  expect(await registrations(edge)).toBe(0)
  await context.close()
  await usual.goto(`${server.url}/signin`)
  await expect.poll(() => registrations(usual), soon).toBe(1)
  usual.expectClean()
})

/** A browser in which a newer version waits; whether it can start is decided by the test. */
async function offered(): Promise<WatchedPage> {
  await deploy('always')
  const page = await newPage({ ...DESKTOP, motion: true })
  await page.addInitScript(() => {
    const answer = ({ type }: { type: string }, [port]: MessagePort[] = []) =>
      type === 'hello' && port?.postMessage(false)
    const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage: answer })
    const registration = Object.assign(new EventTarget(), { waiting, active: null, update: async () => {} })
    const workers = { register: async () => registration, ready: Promise.resolve(registration), controller: null }
    Object.defineProperty(navigator, 'serviceWorker', { value: Object.assign(new EventTarget(), workers) })
    Reflect.set(globalThis, 'waitingVersion', waiting)
  })
  await page.clock.install()
  await signInAt(page, server.url, DEMO)
  await page.getByRole('region', { name: 'Update available' }).waitFor()
  await stopClock(page)
  return page
}
const become = (page: Page, state: string) =>
  page.evaluate((next) => {
    const waiting: EventTarget = Reflect.get(globalThis, 'waitingVersion')
    Reflect.set(waiting, 'state', next)
    waiting.dispatchEvent(new Event('statechange'))
  }, state)

test('HD-08 Update shows Updating and is disabled while working; a failure is shown for two seconds and can be retried; Cancel hides the notice', async () => {
  const page = await offered()
  const popover = page.getByRole('region', { name: 'Update available' })
  await update(page).click()
  const working = popover.getByRole('button', { name: 'Updating' })
  await untilPrinted(page, working)
  expect(await working.isDisabled()).toBe(true)
  await become(page, 'redundant')
  const message = page.getByRole('alert').getByText('Error with app version updating!', { exact: true })
  await untilPrinted(page, message)
  await page.clock.runFor(1_800)
  expect(await message.isVisible()).toBe(true)
  await page.clock.runFor(200)
  await untilGone(page, message)
  expect(await update(page).isEnabled()).toBe(true)
  await popover.getByRole('button', { name: 'Cancel' }).click()
  await untilGone(page, popover)
})

/** The caches of one session, shared by the tests of this group. */
describe('a cached page', () => {
  let page: WatchedPage
  beforeAll(async () => {
    page = await openCached()
  })

  test('F15 F16 only build files and a document without user data are cached', async () => {
    for (const path of ['/api-access', '/api-detail', '/users/profile', '/api-dashboard']) {
      await page.goto(`${server.url}${path}`)
      await page.getByTestId('balance').waitFor()
    }
    const listed: string[] = JSON.parse(readFileSync(join(builds.first, 'releases.json'), 'utf8'))[0].files
    const languages = JSON.parse(readFileSync(join(builds.first, 'messages.json'), 'utf8'))
    const allowed = new Set([
      '/offline-shell',
      ...listed.map((file) => `/${file}`),
      ...Object.entries(languages).map(([language, hash]) => `/assets/i18n/${language}.json?${hash}`),
    ])
    const stored = await cachedUrls(page)
    expect(stored).toContain('/offline-shell')
    expect(stored.filter((address) => !allowed.has(address))).toEqual([])
    const shell = await page.evaluate(async () => {
      const answer = await caches.match('/offline-shell')
      return { text: await answer?.text(), csp: answer?.headers.get('content-security-policy') }
    })
    expect(shell.text).toContain('"user":null')
    expect(shell.text).not.toMatch(/Dana|demo@/)
    expect(shell.csp).toContain(/nonce="([^"]+)"/.exec(shell.text ?? '')?.[1])
    const memory = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(memory).toContain('last_balance_micros')
    expect(memory).not.toMatch(/Dana|demo@|token/i)
    page.expectClean()
  })

  test('F16 an offline reload shows the shell, the last known balance and a notice, and recovers when online', async () => {
    await reloadOffline(page)
    await page.getByText('You are offline. Showing the last known data.').waitFor()
    const balance = await page.getByTestId('balance').textContent()
    expect(balance).toBe('$25.000000')
    await page.getByRole('link', { name: 'API Access' }).first().waitFor()
    await axe(page)
    await shot(page, 'offline')
    expect(await page.title()).toBe('Portico - API Dashboard')
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
    expect((await server.operator(['credit', DEMO.email, '1', '--reason', 'while offline'])).code).toBe(0)

    await goOnline(page)
    await page.getByRole('heading', { name: 'API Dashboard' }).waitFor()
    await page.getByTestId('balance').getByText('$26.000000').waitFor()
    expect(await page.getByText('You are offline').count()).toBe(0)
    expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true)
    page.expectClean(OFFLINE)
  })

  test('F16 the cached page is shown when the server takes more than three seconds, and connects when it answers', async () => {
    process.kill(server.pid, 'SIGSTOP')
    try {
      await page.reload()
      await page.getByText('Showing the last known data.', { exact: true }).waitFor()
      await page.getByRole('heading', { name: 'We will be right back' }).waitFor()
    } finally {
      process.kill(server.pid, 'SIGCONT')
    }
    await page.getByRole('heading', { name: 'API Dashboard' }).waitFor()
    page.expectClean(OFFLINE)
  })

  test('F15 the worker never answers or caches a URL with a token', async () => {
    await page.context().setOffline(true)
    for (const path of ['/restore-email/7/secret-token', '/sso-domain/secret-token', '/sso/callback?code=secret-token'])
      await expect(page.goto(`${server.url}${path}`), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await goOnline(page)
    await page.goto(`${server.url}/api-dashboard`)
    await page.getByRole('heading', { name: 'API Dashboard' }).waitFor()
    expect((await cachedUrls(page)).filter((address) => address.includes('secret-token'))).toEqual([])
    page.expectClean(OFFLINE)
  })

  test('S11 an offline sign-out removes the user’s data at once, and ends the session when the server is reachable', async () => {
    await reloadOffline(page)
    await page.getByText('You are offline. Showing the last known data.').waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Sign out' }).click()])
    await stayOffline(page)
    await page.getByText('You are offline.', { exact: true }).waitFor()
    expect(await page.getByTestId('balance').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/last_known|last_balance/)
    await goOnline(page)
    await page.waitForURL('**/signin')
    await page.goto(`${server.url}/api-dashboard`)
    await page.waitForURL('**/signin')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sign_out_due')), soon).toBe(null)
    page.expectClean(OFFLINE)
  })
})

test('HD-08 F17 an open tab is upgraded and rolled back without a chunk error', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  await buildNext()
  const page = await openCached()
  const first = await entryOf(page)
  const other = await page.context().newPage()
  await other.goto(`${server.url}/api-dashboard`)
  await other.getByTestId('balance').waitFor()
  await deploy('always', builds.next)
  // A screen this tab has not loaded yet: its chunk is of a release that is no longer the current one.
  await goBy(page, 'API Access', '/api-access')

  // A tab that opens with the new build is offered no update; the first tab is.
  const loads: string[] = []
  other.on('framenavigated', (frame) => loads.push(frame.url()))
  await other.reload()
  await markedAs(other, 'next').waitFor()
  const next = (await entryOf(other)) ?? ''
  expect(next).not.toBe(first)
  await update(page).click()
  await markedAs(page, 'next').waitFor()
  await page.getByTestId('balance').waitFor()
  await expect.poll(() => cachedUrls(page), soon).toContain(next)
  await expect.poll(() => cachedUrls(page), replaced).not.toContain(first)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting), replaced).toBe(null)
  expect(await update(other).count()).toBe(0)
  expect(loads).toHaveLength(1)
  await other.close()

  // The older build again, after the newer one: the way back.
  cpSync(builds.first, builds.back, { recursive: true })
  keepReleases(builds.next, builds.back, new Date())
  await deploy('always', builds.back)
  await goBy(page, 'Errors', '/api-errors')
  await lookForUpdate(page)
  await update(page).click()
  await expect.poll(() => entryOf(page), soon).toBe(first)
  await page.getByTestId('balance').waitFor()
  page.expectClean(AWAY)
})

test('F18 a disabled worker removes itself and its caches, and the product keeps working', {
  tags: 'long',
}, async () => {
  const page = await openCached()
  await deploy('off')
  const script = await fetch(`${server.url}/ngsw-worker.js`)
  expect(script.headers.get('cache-control')).toBe('no-cache')
  await lookForUpdate(page)
  await expect.poll(() => registrations(page), soon).toBe(0)
  expect(await cachedUrls(page)).toEqual([])
  await page.reload()
  await page.getByTestId('balance').waitFor()
  expect(await registrations(page)).toBe(0)
  page.expectClean(AWAY)
})

/** The same product with one more line, so that every chunk that depends on the entry has another name. */
async function buildNext(): Promise<void> {
  const copy = join(workshop, 'web')
  for (const part of ['src', 'i18n', 'build', 'worker', 'public', 'package.json', 'vite.config.ts', 'tsconfig.json'])
    cpSync(join(root, 'web', part), join(copy, part), { recursive: true })
  cpSync(join(root, 'contract/src'), join(workshop, 'contract/src'), { recursive: true })
  cpSync(join(root, 'tsconfig.base.json'), join(workshop, 'tsconfig.base.json'))
  // Not compressed, as that takes longest; clients get the plain files.
  writeFileSync(join(copy, 'build/compress.ts'), 'export function compressFiles() {}\n')
  // Without budgets, as the additional line may exceed them.
  writeFileSync(
    join(copy, 'build/budgets.ts'),
    'export function keepBudgets() {}\nexport function keepConsoleBudget() {}\n',
  )
  const main = join(copy, 'src/main.tsx')
  writeFileSync(main, `${readFileSync(main, 'utf8')}\ndocument.documentElement.dataset.release = 'next'\n`)
  const args = [join(copy, 'build/build.ts'), '--out', builds.next, '--after', builds.first]
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } })
}
