// After a payment every page of the account is read twice a second for a minute, and by itself in every frame it draws: no page may
// contradict itself, show the money of two moments, go back to the old balance, or keep it for more than ten seconds. Each payment is
// watched by its order and one other page, as a session has three streams; a page without one is as old as its poll.
// `npm run prove -- one-truth 20` reads for twenty seconds instead.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { payments } from '../../contract/src/payments.ts'
import { testProcessor } from '../../contract/src/test-processor.ts'
import { contradictionsOf, watchTruth } from '../../e2e/harness-truth.ts'
import { ensureChromium } from '../../tools/chromium.ts'
import { DEMO } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const SECONDS = Number(process.argv[2] ?? 60)
const EVERY_MS = 500
const NEW_WITHIN_MS = 10_000
const USD = 50
const PATHS = [
  '/api-dashboard',
  '/api-access',
  '/api-detail',
  '/api-detail/unified-overview',
  '/api-errors',
  '/api-playground/serp',
  '/api-settings',
  '/databases/list',
  '/backlinks-subscription',
  '/api-access-subscription',
  '/users/getrows',
  '/users/getrows?tab=history',
  '/users/profile',
]

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signin`)
  const form = page.locator('form', { has: page.locator('[autocomplete=username]') })
  await form.locator('[name=email]').fill(DEMO.email)
  await form.locator('[name=password]').fill(DEMO.password)
  await form.locator('button[type=submit]').click()
  await page.getByTestId('balance').waitFor()
}

/** A call with the cookies of the session, beside its pages: each of them would have a stream or go elsewhere by itself. */
async function send(path: string, input: object): Promise<Record<string, unknown>> {
  const token = (await context.cookies(server.url)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { origin: server.url, 'x-xsrf-token': decodeURIComponent(token) }
  const answer = await context.request.post(`${server.url}${path}`, { headers, data: input })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

async function microsOf(page: Page): Promise<number> {
  const text = (await page.getByTestId('balance').textContent()) ?? ''
  return Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 1e6)
}

const DATA_DIR = freshFolder()
const server = await runServer({ DATA_DIR, NODE_ENV: 'development', BOT_CHECK: 'off' })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
const faults = new Set<string>()
let readings = 0

/** Pays while the order and this page are open, and reads both for the time. */
async function watchPayment(path: string): Promise<void> {
  const input = { id: randomUUID(), amount_micros: USD * 1e6, tax_micros: 0, how: 'checkout' }
  const { pay_url } = await send(payments.createOrder.path, input)
  const pages: Page[] = []
  for (const shown of [`/users/getrows/order/${input.id}`, path]) {
    const page = await context.newPage()
    await page.goto(`${server.url}${shown}`)
    await page.locator('main h1').first().waitFor()
    await page.getByTestId('balance').waitFor()
    pages.push(page)
  }
  const [order] = pages
  if (!order) return
  const before = await microsOf(order)
  const after = before + USD * 1e6
  for (const page of pages) {
    await page.evaluate((paid) => sessionStorage.setItem('paid_micros', String(paid)), after)
    await watchTruth(page)
  }
  const checkout = new URL(String(pay_url)).pathname.split('/').at(-1)
  await send(testProcessor.decide.path, { checkout, outcome: 'approve' })
  const since = performance.now()
  const seen = new Set<Page>()
  const read = async (page: Page) => {
    const micros = await microsOf(page)
    const { pathname } = new URL(page.url())
    readings += 1
    if (micros === after) seen.add(page)
    else if (micros !== before) faults.add(`${pathname}: ${micros / 1e6} was never the balance`)
    else if (seen.has(page)) faults.add(`${pathname}: went back to the old balance`)
    else if (performance.now() - since > NEW_WITHIN_MS) faults.add(`${pathname}: the old balance after ten seconds`)
  }
  for (let tick = 1; performance.now() - since < SECONDS * 1000; tick += 1) {
    await Promise.all(pages.map(read))
    await pause(Math.max(0, since + tick * EVERY_MS - performance.now()))
  }
  for (const page of pages) {
    for (const fault of await contradictionsOf(page)) faults.add(fault)
    await page.close()
  }
}

try {
  const visitor = await context.newPage()
  await signIn(visitor, server.url)
  await visitor.close()
  for (const path of PATHS) await watchPayment(path)
} finally {
  await browser.close()
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
console.log(`${PATHS.length} pages and their orders, ${readings} readings, ${SECONDS} s after each payment`)
for (const fault of faults) console.log(`✗ ${fault}`)
console.log(faults.size === 0 ? '✓ no contradiction' : `${faults.size} contradictions`)
process.exitCode = faults.size === 0 ? 0 : 1
