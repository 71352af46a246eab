// A real Chromium whose pages record every error in them.

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Result, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium, findChromium } from '../tools/chromium.ts'
import { conditions } from '../tools/proof/conditions.ts'
import { root } from '../tools/ready/folders.mjs'

export type View = {
  width: number
  height: number
  theme?: 'light' | 'dark'
  language?: string
  /** Turns animations on. They cost a seventh more processor time, so only tests of motion use them. */
  motion?: boolean
  /** The browser's time zone. */
  zone?: string
}
export type WatchedPage = Page & {
  /** Console errors, exceptions, failed requests and CSP violations so far. */
  faults: () => string[]
  /** Fails if there was a fault since the last check that matches none of these patterns. */
  expectClean: (...expected: RegExp[]) => void
}

/** A page lives for seconds here: optimising its scripts is never made up for, and a larger young generation is collected less often. */
const SCRIPTS = '--no-opt --no-maglev --min-semi-space-size=16 --max-semi-space-size=32'

let browser: Promise<Browser> | undefined

/** One Chromium for all files of a worker; it ends with its worker. */
export async function openBrowser(): Promise<Browser> {
  if (!(await browser)?.isConnected()) browser = undefined
  // The sandbox needs rights that root in a container does not have; only our own pages are ever opened.
  browser ??= chromium.launch({
    executablePath: findChromium() ?? ensureChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--js-flags=${SCRIPTS}`],
  })
  return browser
}

/** The browser profiles of the running test: left open, their pages would keep sending requests and drawing. */
const opened = new Set<BrowserContext>()

/** Profiles opened in `beforeAll` stay for all tests. */
export function beginTest(): void {
  opened.clear()
}

export async function closePages(): Promise<void> {
  await Promise.all([...opened].map((context) => context.close()))
}

export async function closeAllPages(): Promise<void> {
  await Promise.all(((await browser)?.contexts() ?? []).map((context) => context.close()))
}

/** A page in its own browser profile, which shares no cookie or storage with another. */
export async function newPage({ width, height, theme, language, motion, zone }: View): Promise<WatchedPage> {
  const context = await (await openBrowser()).newContext({
    viewport: { width, height },
    colorScheme: theme ?? 'light',
    locale: language ?? 'en-US',
    ...(zone && { timezoneId: zone }),
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  opened.add(context)
  context.setDefaultTimeout(30_000 * conditions().slowness)
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
    // Leaving a page aborts its pending requests, which is not a fault.
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
  // The address changes before the page is drawn.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Text that is being faded in has too little contrast for a moment.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
  await withAxe(page)
  // Only violations are collected, as passes are ten times as much data.
  const violations = await page.evaluate<Result[], RunOptions>(
    async (options) => (await Reflect.get(globalThis, 'axe').run(document, options)).violations,
    { resultTypes: ['violations'] },
  )
  const list = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n    ${target.join(' ')}\n    ${failureSummary}`),
  )
  if (list.length) throw new Error(`axe on ${page.url()}:\n  ${list.join('\n  ')}`)
}

/** Injected once per document. */
async function withAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  // Through the debugger, which the page's content security policy does not restrict.
  const debug = await page.context().newCDPSession(page)
  await debug.send('Runtime.evaluate', { expression: axeSource })
  await debug.detach()
}

/** A screenshot for visual review, in .cache/shots; only with SHOTS, which `npm run e2e` sets: it proves nothing. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  const folder = join(root, '.cache', 'shots')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
