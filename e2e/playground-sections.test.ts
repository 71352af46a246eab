// Every section of the playground's menu, whatever the catalogue holds: nothing here names one.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type CatalogueFunction, catalogue, type ShownMethod } from '../contract/src/catalogue.ts'
import type { Endpoint, Output } from '../contract/src/endpoint.ts'
import { playground } from '../contract/src/playground.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { DESKTOP } from './harness-people.ts'
import { enter, mainMenu, soon } from './harness-shell.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off', TASK_DELAY_MS: '0' })
})

/** Read as the page reads it. */
const read = <E extends Endpoint>(page: Page, { path }: E, query = {}): Promise<Output<E>> =>
  page.evaluate(async (from) => (await fetch(from)).json(), `${path}?${new URLSearchParams(query)}`)

const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true }).first()

type Choice = { way: 'any' | 'queued' | 'picked'; one: CatalogueFunction; method: ShownMethod }

const PICKED = /^(location|language)_(code|name)$/

/** Another way in each section, so that all of them are gone: what is offered first, a task that waits, a form with a list to choose from. */
async function chooseIn(page: Page, functions: CatalogueFunction[], turn: number): Promise<Choice> {
  const first: Choice[] = []
  const wanted = (['any', 'queued', 'picked'] as const)[turn % 3]
  for (const one of functions) {
    if (wanted === 'queued' && !one.methods.some(({ kind }) => kind === 'task')) continue
    for (const method of (await read(page, catalogue.get, { id: one.id })).methods) {
      if (method.kind === 'reference') continue
      if (first.length === 0) first.push({ way: 'any', one, method })
      const isPicked = Object.keys(method.sample).some((name) => PICKED.test(name))
      if (wanted === 'queued' && method.kind === 'task') return { way: 'queued', one, method }
      if (wanted === 'picked' && method.kind === 'live' && isPicked) return { way: 'picked', one, method }
    }
    if (wanted === 'any' && first[0]) return first[0]
  }
  return first[0] ?? chooseIn(page, functions, 0)
}

/** By the list of functions, as somebody who knows its path would. */
async function openByList(page: Page, { one, method }: Choice): Promise<void> {
  await page.getByRole('button', { name: /^Function/ }).click()
  await page.getByRole('combobox', { name: 'Name, path or description' }).fill(one.id)
  await page
    .getByRole('option')
    .filter({ has: page.getByText(one.id, { exact: true }) })
    .first()
    .click()
  await expect.poll(() => page.getByRole('button', { name: /^Function/ }).textContent(), soon).toContain(one.id)
  const at = one.methods.findIndex(({ id }) => id === method.id)
  if (one.methods.length > 1) await page.getByRole('group', { name: 'Method' }).getByRole('radio').nth(at).check()
  await page.getByText(method.id, { exact: true }).waitFor()
}

for (const [most, options] of variants([4, 100]))
  test(
    `MN-09 in up to ${most} sections of the menu a function is chosen from the list and runs in the sandbox from its example, for nothing`,
    options,
    async () => {
      const page = await enter(server, DESKTOP, '/api-playground')
      const { functions, playground: all } = await read(page, catalogue.list)
      const sections = all.slice(0, most)
      const submenu = mainMenu(page).locator('a[href^="/api-playground/"]')
      await expect.poll(() => submenu.count(), soon).toBe(all.length)
      const gone = new Set<Choice['way']>()
      for (const [turn, section] of sections.entries()) {
        await submenu.nth(turn).click()
        await page.waitForURL(`**/api-playground/${section.id}`)
        const own = functions.filter(({ id }) => section.functions.includes(id))
        const choice = await chooseIn(page, own, turn)
        gone.add(choice.way)
        await openByList(page, choice)
        await page.waitForURL(`**/api-playground/${section.id}/**`)
        if (choice.way === 'picked') {
          const [name] = Object.keys(choice.method.sample).filter((one) => PICKED.test(one))
          const field = page.getByRole('combobox', { name: new RegExp(`^${name}`) })
          await expect.poll(() => field.inputValue(), soon).toContain(String(choice.method.sample[name ?? '']))
        }
        const where = `${section.id}: ${choice.method.id}`
        const button = page.getByRole('button', { name: 'Run', exact: true })
        await expect.poll(() => button.isEnabled(), { ...soon, message: where }).toBe(true)
        const sent = page.waitForRequest((one) => one.url().endsWith(playground.runInSandbox.path))
        await button.click()
        expect(JSON.parse((await sent).postDataJSON().task), where).toEqual(choice.method.sample)

        const said = () => result(page).getByText('20000 Ok.').count()
        await expect.poll(said, { ...soon, message: `${where}: the verdict on the request and on its task` }).toBe(2)
        await result(page).getByText('Free', { exact: true }).waitFor()
        await page.getByRole('tab', { name: 'Table' }).click()
        const rows = result(page).getByRole('table').getByRole('row')
        await expect.poll(() => rows.count(), { ...soon, message: `${where}: rows` }).toBeGreaterThan(1)
      }
      if (most > sections.length) expect([...gone].sort(), 'every way was gone').toEqual(['any', 'picked', 'queued'])
      const { runs } = await read(page, playground.getHistory)
      const last = runs.slice(0, sections.length)
      expect(last.map(({ cost_micros, status_code }) => [cost_micros, status_code])).toEqual(
        sections.map(() => [0, 20000]),
      )
      page.expectClean()
    },
  )
