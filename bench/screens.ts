// The cost of a signed-in customer's actions: processor time of a menu, a theme, a language and a dialog, the first drawing of a chart
// of 10,000 points, how a table of 100,000 rows scrolls on a processor four times slower, and a key in 1 MB of JSON.
import { rmSync } from 'node:fs'
import { type CDPSession, chromium, type Locator, type Page } from 'playwright-core'
import { ensureChromium } from '../tools/chromium.ts'
import { DEMO } from './gateway-client.ts'
import { report } from './report.ts'
import { freshFolder, runServer } from './run-server.ts'

const ROUNDS = 7
const SETTLE_MS = 500
const SLOWER = 4
const SCROLL_MS = 3000
const BUDGET = { interaction_ms: 40, longest_ms: 200, chart_ms: 15, fps: 45, key_ms: 50 }

interface Interaction {
  name: string
  /** `before` opens what contains the target, and `target` is pressed; locating it is not measured. */
  before?(page: Page): Promise<void>
  target?(page: Page): Locator
  keys?: string
  undo(page: Page): Promise<void>
}

/** The account button in both languages of this measurement. */
const account = (page: Page) => page.getByRole('button', { name: /Your account|Ihr Konto/ })
const choice = (name: RegExp) => (page: Page) => page.getByRole('menuitemradio', { name })
const openMenu = (page: Page) => account(page).click()
const openAndChoose = (name: RegExp) => async (page: Page) => {
  await openMenu(page)
  await choice(name)(page).click()
}
const leave = (page: Page) => page.keyboard.press('Escape')
const INTERACTIONS: Interaction[] = [
  { name: 'menu', target: account, undo: leave },
  { name: 'theme', before: openMenu, target: choice(/^Dark$/), undo: openAndChoose(/^Light$/) },
  { name: 'language', before: openMenu, target: choice(/Deutsch/), undo: openAndChoose(/English/) },
  { name: 'dialog', keys: 'ControlOrMeta+k', undo: leave },
]

/** Moves the pointer to the target, so that only the press is measured. */
async function pointAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('the target is not visible')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
}

async function press(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

/** Processor time of the page's main thread so far, in milliseconds. */
async function worked(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Processor time of the page's main thread for an action, painting included, and its longest task, in milliseconds. */
async function cost(debug: CDPSession, page: Page, action: () => Promise<void>) {
  await page.evaluate(() => {
    const pieces: number[] = []
    Object.assign(globalThis, { pieces })
    new PerformanceObserver((list) => pieces.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await page.waitForTimeout(SETTLE_MS)
  const before = await worked(debug)
  await action()
  await page.waitForTimeout(SETTLE_MS)
  const cpu_ms = (await worked(debug)) - before
  const longest_ms = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { pieces: number[] }).pieces))
  return { cpu_ms, longest_ms }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Frames per second while a long table is scrolled by a number of pixels per frame. */
async function scrolled(page: Page, step_px: number): Promise<number> {
  const table = page.getByRole('table', { name: 'All tasks' }).first()
  await table.scrollIntoViewIfNeeded()
  return table.evaluate(
    async (node, { length_ms, step_px }) => {
      const isLong = (element: Element) => element.scrollHeight > element.clientHeight * 100
      let element: Element | null = node
      while (element && !isLong(element)) element = element.parentElement
      const scroller = element ?? [...node.querySelectorAll('*')].find(isLong)
      if (!scroller) throw new Error('the page has no element that scrolls that far')
      const since = performance.now()
      let frames = 0
      while (performance.now() - since < length_ms) {
        await new Promise(requestAnimationFrame)
        scroller.scrollTop += step_px
        frames += 1
      }
      return (frames * 1000) / (performance.now() - since)
    },
    { length_ms: SCROLL_MS, step_px },
  )
}

const TYPED_KEYS = 20
const tag = Array.from({ length: 17_500 }, (_, at) => `keyword number ${at} of a long generated list`)
const LARGE_JSON = JSON.stringify({ keyword: 'desk', tag }, null, 2)

/** Processor time of each key press with its painting, in the playground's editor with a megabyte of JSON. */
async function typed(debug: CDPSession, page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/api-playground/serp`)
  await page.getByRole('radio', { name: 'JSON' }).check()
  await page.getByTestId('code-editor').waitFor()
  await page.getByLabel('Task as JSON').focus()
  await page.keyboard.press('ControlOrMeta+a')
  // Pasted, since typing it would make the browser create thousands of lines first.
  await page.getByLabel('Task as JSON').evaluate((editor, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, LARGE_JSON)
  await page.waitForTimeout(2_000)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('End')
  const costs: number[] = []
  for (let key = 0; key < TYPED_KEYS; key += 1) {
    await page.evaluate(() => {
      const painted = new Promise<void>((resolve) => {
        addEventListener('keydown', () => requestAnimationFrame(() => setTimeout(resolve)), {
          once: true,
          capture: true,
        })
      })
      Object.assign(globalThis, { painted })
    })
    const before = await worked(debug)
    await page.keyboard.press('Space')
    await page.evaluate(() => (globalThis as unknown as { painted: Promise<void> }).painted)
    costs.push((await worked(debug)) - before)
  }
  return costs
}

const DATA_DIR = freshFolder()
const server = await runServer({ DATA_DIR })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await server.operator('grant', DEMO.email, 'development')
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await page.goto(`${server.url}/signin`)
  const form = page.locator('form:not([inert] form)')
  await form.locator('[name=email]').fill(DEMO.email)
  await form.locator('[name=password]').fill(DEMO.password)
  await form.locator('button[type=submit]').click()
  await page.getByTestId('balance').waitFor()
  await page.waitForLoadState('networkidle').catch(() => undefined)
  const debug = await page.context().newCDPSession(page)
  // Processor time instead of wall time, as other programs use this machine too.
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  const idle_ms = (await cost(debug, page, async () => undefined)).cpu_ms
  console.log(`a page at rest: ${idle_ms.toFixed(1)} ms of processor in ${SETTLE_MS} ms, not taken off below`)
  for (const { name, before, target, keys, undo } of INTERACTIONS) {
    const costs: number[] = []
    const round = async () => {
      await before?.(page)
      await page.waitForTimeout(SETTLE_MS)
      if (target) await pointAt(page, target(page))
      const { cpu_ms, longest_ms } = await cost(debug, page, () => (keys ? page.keyboard.press(keys) : press(page)))
      await undo(page)
      await page.waitForTimeout(SETTLE_MS)
      costs.push(cpu_ms)
      return longest_ms
    }
    // One run before counting: the first one loads code and fonts, once per page load.
    for (let n = 0; n <= ROUNDS; n += 1) await round()
    const cpu_ms = median(costs.slice(1))
    await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const longest_ms = await round()
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    report(name, { value: cpu_ms, unit: 'ms' })
    console.log(
      `${name}: ${cpu_ms.toFixed(0)} ms of processor (budget ≤ ${BUDGET.interaction_ms}), the first time ${costs[0]?.toFixed(0)}; longest piece ${SLOWER} × slower ${longest_ms.toFixed(0)} ms (budget ≤ ${BUDGET.longest_ms})`,
    )
  }
  await page.goto(`${server.url}/development`)
  for (const [title, points] of [
    ['Median response time', '10,000'],
    ['Response time', '3 × 10,000'],
  ] as const) {
    const card = page.getByRole('region', { name: title, exact: true })
    await pointAt(page, card.getByRole('button', { name: 'Draw again' }))
    const [drawings, rests]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      rests.push((await cost(debug, page, async () => undefined)).cpu_ms)
      drawings.push((await cost(debug, page, () => press(page))).cpu_ms)
    }
    const rest_ms = median(rests)
    report(`chart of ${points} points`, { value: median(drawings) - rest_ms, unit: 'ms' })
    console.log(
      `chart of ${points} points: ${(median(drawings) - rest_ms).toFixed(0)} ms of processor with the press and the painting (budget ≤ ${BUDGET.chart_ms} for 10,000), beside ${rest_ms.toFixed(0)} of the moving parts of its page`,
    )
  }
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const [read, thrown] = [await scrolled(page, 60), await scrolled(page, 180)]
  report('table at 60 px a frame', { value: read, unit: 'frames/s', is_more_better: true })
  report('table at 180 px a frame', { value: thrown, unit: 'frames/s', is_more_better: true })
  console.log(
    `table of 100,000 rows, ${SLOWER} × slower: ${read.toFixed(0)} frames a second at 60 px a frame, ${thrown.toFixed(0)} at 180 (budget ≥ ${BUDGET.fps})`,
  )
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const keys = await typed(debug, page, server.url)
  report('a key in a megabyte of JSON', { value: median(keys), unit: 'ms' })
  console.log(
    `a key in ${(LARGE_JSON.length / 1_000_000).toFixed(1)} MB of JSON: ${median(keys).toFixed(0)} ms of processor with the painting, the slowest of ${TYPED_KEYS} ${Math.max(...keys).toFixed(0)} (budget ≤ ${BUDGET.key_ms})`,
  )
} finally {
  await browser.close()
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
