// Each control of each screen a second time: what an address names is the same after a reload, Back and Forward, and a second press of
// the same control ends where the first did or where it began. Generated from the screens, so that a new one is included.
import { beforeAll, expect, test } from 'vitest'
import { openServer, type Server } from './harness.ts'
import type { WatchedPage } from './harness-browser.ts'
import { DESKTOP } from './harness-people.ts'
import { SCREENS } from './harness-screens.ts'
import { enter, settler, shown } from './harness-shell.ts'

/** Controls that show something else; none of them stores anything. */
const CONTROLS = 'main [role=tab], main button[aria-pressed], main [role=radio], main input[type=radio], main select'
/** Of each screen, so that a long form does not take minutes. */
const MOST = 12
/** Values that time changes by itself. */
const MOVING = /\b\d+ (seconds?|minutes?|hours?) ago\b|\bjust now\b|\b\d{1,2}:\d{2}(:\d{2})?\b/g

let server: Server
let page: WatchedPage
let settled: () => Promise<void>
beforeAll(async () => {
  server = await openServer({ DEMO: 'on', BOT_CHECK: 'off' })
  page = await enter(server, DESKTOP)
  settled = settler(page)
})

async function ready(): Promise<void> {
  await shown(page)
  await page.locator('main h1').first().waitFor()
  await settled()
  await expect.poll(() => page.locator('main [aria-busy=true]').count(), { timeout: 20_000 }).toBe(0)
}

/** The view of the screen once it is complete: a part may load after another. */
async function view(): Promise<string[]> {
  let lines = await currentView()
  await expect
    .poll(async () => {
      const before = lines
      lines = await currentView()
      return lines.join('\n') === before.join('\n')
    })
    .toBe(true)
  return lines
}

/** The text of the screen, and what is chosen on it. */
async function currentView(): Promise<string[]> {
  await ready()
  const lines = await page.evaluate((controls) => {
    const chosen = [...document.querySelectorAll(controls)].map((one) =>
      one instanceof HTMLSelectElement || one instanceof HTMLInputElement
        ? `${one.value}${one instanceof HTMLInputElement && one.checked ? ' checked' : ''}`
        : `${one.textContent} ${one.getAttribute('aria-selected') ?? one.getAttribute('aria-pressed') ?? one.getAttribute('aria-checked')}`,
    )
    const main = document.querySelector('main')
    return [...(main?.innerText ?? '').split('\n'), ...chosen]
  }, CONTROLS)
  return lines.map((line) => line.replaceAll(MOVING, '…').trim()).filter(Boolean)
}

/** Presses the control with this number, or chooses the next value; its name, or undefined if it cannot be pressed. */
async function press(at: number): Promise<string | undefined> {
  const control = page.locator(CONTROLS).nth(at)
  if (!(await control.isVisible()) || (await control.isDisabled())) return undefined
  const name = await control.evaluate((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').slice(0, 40))
  const values = await control.evaluate((one) =>
    one instanceof HTMLSelectElement ? [...one.options].filter((it) => !it.disabled).map(({ value }) => value) : [],
  )
  if (values.length > 0) {
    const now = await control.inputValue()
    const next = values[(values.indexOf(now) + 1) % values.length] ?? now
    await control.selectOption(next)
  } else await control.click()
  return `${name}${values.length > 0 ? ' (list)' : ''}`
}

const lengthOf = () => page.evaluate(() => history.length)

/** What is wrong with this control, pressed on a screen that was just opened. */
async function faultsOf(path: string, at: number): Promise<string[]> {
  await page.goto(`${server.url}${path}`)
  const [before, from, length] = [await view(), page.url(), await lengthOf()]
  const name = await press(at)
  if (name === undefined) return []
  const [after, to] = [await view(), page.url()]
  const faults: string[] = []
  const compare = (what: string, now: string[], wanted: string[]) => {
    const different = [...wanted.filter((line) => !now.includes(line)), ...now.filter((line) => !wanted.includes(line))]
    if (different.length > 0) faults.push(`${path}, “${name}”, ${what}: ${different.slice(0, 3).join(' | ')}`)
  }
  if (to !== from && (await lengthOf()) > length) {
    await page.goBack()
    compare('after Back', await view(), before)
    await page.goForward()
    compare('after Forward', await view(), after)
  }
  if (to !== from) {
    await page.reload()
    compare('after a reload', await view(), after)
  }
  return faults
}

async function faultsOn(path: string): Promise<string[]> {
  await page.goto(`${server.url}${path}`)
  await ready()
  const count = Math.min(await page.locator(CONTROLS).count(), MOST)
  const faults: string[] = []
  for (let at = 0; at < count; at += 1) faults.push(...(await faultsOf(path, at)))
  return faults
}

test('what each control shows is the same after Back, Forward and a reload, on every screen', {
  tags: 'long',
  timeout: 1_800_000,
}, async () => {
  const faults: string[] = []
  for (const path of SCREENS)
    faults.push(...(await faultsOn(path).catch((error: Error) => [`${path}: ${error.message}`])))
  expect(faults).toEqual([])
  page.expectClean()
})
