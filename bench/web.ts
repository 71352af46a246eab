// The cost of a first load of sign-in and dashboard: bytes, requests, and the largest paint against a bare HTML page in the same run.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { ensureChromium } from '../tools/chromium.ts'
import { report } from './report.ts'
import { freshFolder, runServer } from './run-server.ts'

const ROUNDS = 7
/** Slow 4G as in Lighthouse, with a processor four times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_000 }
const BARE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>
<style>body{font:16px sans-serif;margin:4rem}</style><h1>Sign in</h1><p>Welcome back. Sign in to manage your API.</p>
<form><label>E-mail <input></label><label>Password <input type="password"></label><button>Sign in</button></form>`

type State = BrowserContextOptions['storageState']
interface Load {
  lcp_ms: number
  /** Time until the page is interactive: the server renders the form's button as a plain one, the hydrated page makes it submit. */
  usable_ms: number
  /** Document and fonts included; the favicon is not, as it delays nothing. */
  requests: { before_usable: number; in_all: number }
  /** Bytes on the wire of scripts and styles requested before the page is usable. */
  bytes: number
}
/** The element whose presence shows that the page is usable. */
interface Target {
  url: string
  usable: string
  state?: State
}

async function load(browser: Browser, { url, usable, state }: Target): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    ...(state && { storageState: state }),
  })
  const page = await context.newPage()
  try {
    const debug = await context.newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Network.emulateNetworkConditions', NETWORK)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(markWhenUsable, usable)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
    // Waits for the worker, idle work, late fonts and a late larger paint.
    await page.waitForTimeout(1_500)
    const { lcp_ms, usable_ms, requested } = await page.evaluate(readTimes)
    const counted = requested.filter(({ name }) => !name.includes('favicon'))
    const early = counted.filter(({ start }) => start < usable_ms)
    const bytes = early.reduce((sum, { name, size }) => sum + (/\.(js|css)$/.test(name) ? size : 0), 0)
    // The document itself is not among the resource entries.
    return { lcp_ms, usable_ms, requests: { before_usable: 1 + early.length, in_all: 1 + counted.length }, bytes }
  } finally {
    await context.close()
  }
}

function markWhenUsable(selector: string): void {
  const look = () => {
    if (!document.querySelector(selector)) return
    performance.mark('usable')
    watch.disconnect()
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { subtree: true, childList: true, attributes: true })
}

interface Times {
  lcp_ms: number
  usable_ms: number
  requested: { name: string; start: number; size: number }[]
}

function readTimes(): Promise<Times> {
  return new Promise((resolve) => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    new PerformanceObserver((list) =>
      resolve({
        lcp_ms: list.getEntries().at(-1)?.startTime ?? 0,
        usable_ms: performance.getEntriesByName('usable')[0]?.startTime ?? 0,
        requested: resources.map(({ name, startTime, transferSize }) => ({
          name,
          start: startTime,
          size: transferSize,
        })),
      }),
    ).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

async function signIn(browser: Browser, url: string): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/signin`)
  await page.fill('form [name=email]', 'demo@portico.example')
  await page.fill('form [name=password]', 'portico-demo')
  await page.click('form button[type=submit]')
  await page.getByTestId('balance').waitFor()
  const { cookies } = await context.storageState()
  await context.close()
  return { cookies, origins: [] }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

const DATA_DIR = freshFolder()
const server = await runServer({ DATA_DIR })
const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync(BARE))
}).listen(0, '127.0.0.1')
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const state = await signIn(browser, server.url)
  const targets = {
    bare: { url: bareUrl, usable: 'form' },
    signIn: { url: `${server.url}/signin`, usable: 'form button[type=submit]' },
    dashboard: { url: `${server.url}/api-dashboard`, usable: '[data-testid=balance]', state },
  }
  const loads: Record<keyof typeof targets, Load[]> = { bare: [], signIn: [], dashboard: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of Object.keys(targets) as (keyof typeof targets)[])
      loads[name].push(await load(browser, targets[name]))
  const bareLcp = median(loads.bare.map(({ lcp_ms }) => lcp_ms))
  const print = (title: string, of: Load[], most: { kb: number; requests: string; ratio: number }) => {
    const [first] = of
    const lcp = median(of.map(({ lcp_ms }) => lcp_ms))
    report(`${title}: largest paint / bare page`, { value: lcp / bareLcp, unit: '' })
    report(`${title}: script + style`, { value: (first?.bytes ?? 0) / 1024, unit: 'KB' })
    report(`${title}: requests before usable`, { value: first?.requests.before_usable ?? 0, unit: '' })
    report(`${title}: requests in all`, { value: first?.requests.in_all ?? 0, unit: '' })
    console.log(`${title}, ${ROUNDS} cold loads, slow 4G, 4× processor`)
    console.log(`  script + style   ${kb(first?.bytes ?? 0)} on the wire before usable   (budget ${most.kb} KB)`)
    console.log(
      `  requests         ${first?.requests.before_usable} before usable${most.requests}, ${first?.requests.in_all} in all`,
    )
    console.log(`  usable after     ${Math.round(median(of.map(({ usable_ms }) => usable_ms)))} ms`)
    console.log(
      `  largest paint    ${(lcp / bareLcp).toFixed(2)} × a bare HTML page   (budget ${most.ratio}; ${Math.round(lcp)} ms, bare ${Math.round(bareLcp)} ms)`,
    )
  }
  print('sign-in', loads.signIn, { kb: 115, requests: ' (budget 6; document and fonts included)', ratio: 1.5 })
  print('dashboard', loads.dashboard, { kb: 130, requests: '', ratio: 3 })
} finally {
  await browser.close()
  bare.close()
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
