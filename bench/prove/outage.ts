// An outage of the source as an operator sees it: a real Prometheus with the sample files scrapes two instances while customers call, the
// source fails for ten minutes and comes back. The right alerts go off and no other, they end automatically, and every panel of the
// board has data. Screenshots of Prometheus' own pages are written to .cache/outage. Takes twenty minutes.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { ensureChromium } from '../../tools/chromium.ts'
import { root } from '../../tools/ready/folders.mjs'
import { type Prometheus, startPrometheus } from '../faults/prometheus.ts'
import { openStage, type Stage } from '../faults/stage.ts'
import { DEMO, LIVE, openSession } from '../gateway-client.ts'

const MINUTE_MS = 60_000
const WELL_MS = 3 * MINUTE_MS
const OUT_MS = 10 * MINUTE_MS
const OVER_WITHIN_MS = 9 * MINUTE_MS
const BETWEEN_MS = 100
/** The alerts of a failing source: its calls fail, its circuit breakers open, and customers get 5xx replies. */
const WANTED = ['PorticoSourceFails', 'PorticoBreakerOpen']
const ALLOWED = [...WANTED, 'PorticoAnswers5xx']
/** Panels in the screenshots, by their titles on the board. */
const SHOWN = ['Calls by outcome', 'Refused and failed, by code', 'Calls to the source', 'Worst endpoints']
const PATHS = [LIVE, '/v3/serp/bing/organic/live/advanced', '/v3/keywords_data/google_ads/search_volume/live']

interface Panel {
  title: string
  targets?: { expr: string }[]
}

const failures: string[] = []
function check(name: string, is_good: boolean, result: string): void {
  console.log(`${is_good ? '✓' : '✗'} ${name}: ${result}`)
  if (!is_good) failures.push(name)
}

/** A breaker opens for what fails for three logins, so three call: the account's own and two of its machines. */
async function openCallers({ instances }: Stage): Promise<string[]> {
  const [first] = instances
  if (!first) throw new Error('the stage has no instance')
  const { post } = await openSession(first.url)
  const own = await post('/api/access/show-password', {})
  const found = [`Basic ${own.basic}`]
  for (const name of ['outage-1', 'outage-2']) {
    const { login } = await post('/api/access/machine-login', { name })
    const request_id = crypto.randomUUID()
    await post('/api/access/move-money', { from: DEMO.email, to: login, amount_micros: 100_000_000, request_id })
    await post('/api/access/active-login', { login })
    found.push(`Basic ${(await post('/api/access/show-password', {})).basic}`)
    await post('/api/access/active-login', { login: DEMO.email })
  }
  return found
}

/** Each login calls one instance after the other, one function after the other, at its own pace, until the end. */
async function call(over: AbortSignal, { instances }: Stage, authorization: string): Promise<Map<string, number>> {
  const codes = new Map<string, number>()
  for (let number = 0; !over.aborted; number += 1) {
    const path = PATHS[Math.floor(number / 2) % PATHS.length] ?? LIVE
    const task = path.includes('keywords_data') ? { keywords: ['standing desk'] } : { keyword: 'standing desk' }
    const reply = await fetch(`${instances[number % 2]?.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify([{ ...task, location_code: 2840, language_code: 'en' }]),
    })
    const result = (await reply.json()) as { status_code: number; tasks: { status_code: number }[] | null }
    const code = String(result.tasks?.[0]?.status_code ?? result.status_code)
    codes.set(code, (codes.get(code) ?? 0) + 1)
    await pause(BETWEEN_MS)
  }
  return codes
}

async function firing({ alerts }: Prometheus): Promise<string[]> {
  const names = (await alerts()).filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '')
  return [...new Set(names)].sort()
}

/** Several panels below each other, as Prometheus draws them, and its list of alerts. */
async function takePictures({ url }: Prometheus, panels: Panel[], name: string): Promise<void> {
  const folder = join(root, '.cache/outage')
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const requested = panels.flatMap(({ targets = [] }, at): [string, string][] => [
    [`g${at}.expr`, targets[0]?.expr ?? ''],
    [`g${at}.tab`, '0'],
    [`g${at}.range_input`, '20m'],
  ])
  for (const [file, path] of [
    ['graphs', `graph?${new URLSearchParams(requested)}`],
    ['alerts', 'classic/alerts'],
  ]) {
    await page.goto(`${url}/${path}`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}-${file}.png`), fullPage: true })
  }
  await browser.close()
}

const { panels } = JSON.parse(readFileSync(join(root, 'deploy/observability/grafana-board.json'), 'utf8')) as {
  panels: Panel[]
}
const rules = spawnSync('/usr/bin/promtool', ['test', 'rules', join(root, 'bench/faults/alert-rules.yaml')], {
  encoding: 'utf8',
})
check('the rules say what they must in made-up histories', rules.status === 0, rules.stdout + rules.stderr)
const stage = await openStage()
if (!stage) throw new Error('the stage could not be opened')
const prometheus = await startPrometheus(stage.slots.map(({ port }) => port))
if (!prometheus) {
  await stage.close()
  throw new Error('this needs Prometheus (on Debian: apt-get install prometheus)')
}
const end = new AbortController()
try {
  const callers = (await openCallers(stage)).map((authorization) => call(end.signal, stage, authorization))
  const from = new Date()
  await pause(WELL_MS)
  const before = await firing(prometheus)
  check('nothing goes off while all is well', before.length === 0, before.join(', ') || 'none')
  stage.source.mood = 'unavailable'
  await pause(OUT_MS)
  const during = await firing(prometheus)
  const is_answered = WANTED.every((name) => during.includes(name)) && during.every((name) => ALLOWED.includes(name))
  check('after ten minutes of it the operator is told what fails, and of nothing else', is_answered, during.join(', '))
  const shown = panels.filter(({ title }) => SHOWN.includes(title))
  await takePictures(prometheus, shown, 'during')
  stage.source.mood = 'well'
  const since_ms = performance.now()
  while ((await firing(prometheus)).length > 0 && performance.now() - since_ms < OVER_WITHIN_MS) await pause(5000)
  const after = await firing(prometheus)
  const minutes = ((performance.now() - since_ms) / MINUTE_MS).toFixed(1)
  check('back, the alerts end by themselves', after.length === 0, `${after.join(', ') || 'none'} after ${minutes} min`)
  await takePictures(prometheus, shown, 'after')

  const rules = await prometheus.rules()
  const ill = rules.filter(({ health }) => health !== 'ok').map(({ name }) => name)
  check(
    'Prometheus reads every rule',
    rules.length > 0 && ill.length === 0,
    `${rules.length}, ill: ${ill.join(', ') || 'none'}`,
  )
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
  const empty: string[] = []
  for (const { title, expr } of queries) {
    const series = await prometheus.range(expr, from, new Date())
    const is_there = series.some(({ values }) => values.some(([, value]) => Number.isFinite(Number(value))))
    if (!is_there) empty.push(`${title}: ${expr}`)
  }
  check(
    'every panel of the board has something to show',
    empty.length === 0,
    `${queries.length} queries, empty: ${empty.join('; ') || 'none'}`,
  )
  end.abort()
  const codes = new Map<string, number>()
  for (const counted of await Promise.all(callers))
    for (const [code, times] of counted) codes.set(code, (codes.get(code) ?? 0) + times)
  console.log([...codes].map(([code, times]) => `${times} × ${code}`).join(', '))
  const books = await stage.instances[1]?.operator('books')
  check('the books balance', /balanced/i.test(books ?? ''), books?.trim().split('\n').at(-1) ?? '')
} finally {
  end.abort()
  await prometheus.stop()
  await stage.close()
}
console.log(failures.length === 0 ? 'the outage was noticed' : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
