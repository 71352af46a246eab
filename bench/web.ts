// What the sign-in page costs a first visitor: bytes, requests, and its largest paint against a bare HTML page in the same run.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from '../tools/chromium.ts'
import { freshFolder, runServer } from './run-server.ts'

const ROUNDS = 7
/** Slow 4G as Lighthouse has it, with a processor four times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_000 }
const BARE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>
<style>body{font:16px sans-serif;margin:4rem}</style><h1>Sign in</h1><p>Welcome back. Your API is where you left it.</p>
<form><label>E-mail <input></label><label>Password <input type="password"></label><button>Sign in</button></form>`

interface Load {
  lcp_ms: number
  requests: number
  bytes: { script: number; style: number; other: number }
}

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  try {
    const debug = await context.newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Network.emulateNetworkConditions', NETWORK)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const bytes = { script: 0, style: 0, other: 0 }
    let requests = 0
    const kinds = new Map<string, 'script' | 'style' | 'other'>()
    debug.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (response.url.includes('favicon')) return
      requests += 1
      kinds.set(requestId, type === 'Script' ? 'script' : type === 'Stylesheet' ? 'style' : 'other')
    })
    debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (kind) bytes[kind] += encodedDataLength
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    const lcp_ms = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          })
        }),
    )
    return { lcp_ms, requests, bytes }
  } finally {
    await context.close()
  }
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
  const loads: Load[] = []
  const plain: Load[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await load(browser, bareUrl))
    loads.push(await load(browser, `${server.url}/signin`))
  }
  const [first] = loads
  const lcp = median(loads.map(({ lcp_ms }) => lcp_ms))
  const bareLcp = median(plain.map(({ lcp_ms }) => lcp_ms))
  console.log(`sign-in, ${ROUNDS} cold loads, slow 4G, 4× processor`)
  console.log(
    `  script + style   ${kb((first?.bytes.script ?? 0) + (first?.bytes.style ?? 0))} on the wire   (budget 115 KB)`,
  )
  console.log(`  requests         ${first?.requests}   (budget 6; fonts included)`)
  console.log(
    `  largest paint    ${(lcp / bareLcp).toFixed(2)} × a bare HTML page   (budget 1.15; ${Math.round(lcp)} ms, bare ${Math.round(bareLcp)} ms)`,
  )
} finally {
  await browser.close()
  bare.close()
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
