// A real Chromium whose pages remember everything that went wrong in them.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Result, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium, findChromium } from '../tools/chromium.ts'
import { root } from '../tools/ready/folders.mjs'

export type View = {
  width: number
  height: number
  theme?: 'light' | 'dark'
  language?: string
  /** Things move as they do for most people. It takes a seventh more of the processor, so only who looks at it asks for it. */
  motion?: boolean
  /** The browser's time zone. */
  zone?: string
}
export type WatchedPage = Page & {
  /** Console errors, exceptions, failed requests and CSP violations so far. */
  faults: () => string[]
  /** Fails when there was any fault since the last time that none of these patterns expects. */
  expectClean: (...expected: RegExp[]) => void
}

let browser: Promise<Browser> | undefined

/** One Chromium for all files of a worker; it ends with its worker. */
export async function openBrowser(): Promise<Browser> {
  if (!(await browser)?.isConnected()) browser = undefined
  // The sandbox needs rights that root in a container does not have; only our own pages are ever opened.
  browser ??= chromium.launch({
    executablePath: findChromium() ?? ensureChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return browser
}

/** The profiles of the test that runs: left open, their pages would go on asking, drawing and taking time. */
const opened = new Set<BrowserContext>()

/** What a `beforeAll` opened stays for all tests. */
export function beginTest(): void {
  opened.clear()
}

export async function closePages(): Promise<void> {
  await Promise.all([...opened].map((context) => context.close()))
}

export async function closeAllPages(): Promise<void> {
  await Promise.all(((await browser)?.contexts() ?? []).map((context) => context.close()))
}

/** A page in a browser profile of its own: no cookie or storage is shared with another. */
export async function newPage({ width, height, theme, language, motion, zone }: View): Promise<WatchedPage> {
  const context = await (await openBrowser()).newContext({
    viewport: { width, height },
    colorScheme: theme ?? 'light',
    locale: language ?? 'en-US',
    ...(zone && { timezoneId: zone }),
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  opened.add(context)
  const page = await context.newPage()
  const faults = await watch(page)
  return Object.assign(page, {
    faults: () => [...faults],
    expectClean: (...expected: RegExp[]) => {
      const unexpected = faults.splice(0).filter((fault) => !expected.some((pattern) => pattern.test(fault)))
      if (unexpected.length) throw new Error(`${page.url()} is not clean:\n  ${unexpected.join('\n  ')}`)
    },
  })
}

async function watch(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left aborts what it was still loading: that is no fault.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`CSP: ${text}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const report: unknown = Reflect.get(globalThis, 'reportViolation')
      if (typeof report === 'function') report(`${effectiveDirective} blocked ${blockedURI} (${sourceFile})`)
    })
  })
  return faults
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails on any finding of axe, as a readable list. */
export async function axe(page: Page): Promise<void> {
  // An address stands there before its page does.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await withAxe(page)
  // Only what is wrong is gathered and handed over: what is in order is ten times as much.
  const violations = await page.evaluate<Result[], RunOptions>(
    async (options) => (await Reflect.get(globalThis, 'axe').run(document, options)).violations,
    { resultTypes: ['violations'] },
  )
  const list = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n    ${target.join(' ')}\n    ${failureSummary}`),
  )
  if (list.length) throw new Error(`axe on ${page.url()}:\n  ${list.join('\n  ')}`)
}

/** A document keeps it once it has it. */
async function withAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  // Through the debugger, which the page's own security policy does not bind.
  const debug = await page.context().newCDPSession(page)
  await debug.send('Runtime.evaluate', { expression: axeSource })
  await debug.detach()
}

/** A picture for a person to look at, in .cache/shots. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = join(root, '.cache', 'shots')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
