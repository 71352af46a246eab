// The forms of an operator's own document, with the schemas that forms stumble over.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playground } from '../contract/src/playground.ts'
import { AWKWARD, AWKWARD_NAMES } from '../server/src/testing/catalogue/awkward.ts'
import { BUNDLED } from '../server/src/testing/catalogue/provider.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DESKTOP } from './harness-people.ts'
import { enter, goWithin, soon } from './harness-shell.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-forms-'))
let server: Server
beforeAll(async () => {
  cpSync(BUNDLED, folder, { recursive: true })
  for (const [name, text] of Object.entries(AWKWARD)) writeFileSync(join(folder, 'openapi', name), text)
  const prices = readFileSync(join(folder, 'prices.yaml'), 'utf8')
  writeFileSync(
    join(folder, 'prices.yaml'),
    prices.replace('\nfunctions:', '\ndefault: { per_request: 0.001 }\nfunctions:'),
  )
  server = await startServer({ BOT_CHECK: 'off', PROVIDER_DIR: folder })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const addressOf = (name: string) => `/api-playground/awkward/awkward.${name}`
const run = (page: Page) => page.getByRole('button', { name: /^Run/ })

async function open(page: Page, name: string): Promise<void> {
  await goWithin(page, addressOf(name))
  await page.getByText(`POST /v3/awkward/${name}/live`, { exact: true }).waitFor()
}

/** What is sent when the request is run by the keyboard, and what the gateway says of it. */
async function runByKeyboard(page: Page): Promise<{ task: Record<string, unknown>; verdict: string }> {
  await expect.poll(() => run(page).isEnabled(), soon).toBe(true)
  const replied = page.waitForResponse((reply) => reply.url().endsWith(playground.runInSandbox.path))
  await page.keyboard.press('Control+Enter')
  const reply = await replied
  const envelope = JSON.parse((await reply.json()).body)
  const { status_code, status_message } = envelope.tasks?.[0] ?? envelope
  return { task: JSON.parse(reply.request().postDataJSON().task), verdict: `${status_code} ${status_message}` }
}

const select = (page: WatchedPage, at = 0) => page.getByLabel('Variant').nth(at)

for (const [names, options] of variants([AWKWARD_NAMES.filter((_, at) => at % 4 === 0), AWKWARD_NAMES]))
  test(
    `MN-09 the forms of ${names.length} awkward schemas open and send a request the gateway takes`,
    options,
    async () => {
      const page = await enter(server, DESKTOP, addressOf('deep'))
      await page.getByText('POST /v3/awkward/deep/live', { exact: true }).waitFor()
      const refused: string[] = []
      for (const name of names) {
        await open(page, name)
        const { verdict } = await runByKeyboard(page)
        if (verdict !== '20000 Ok.') refused.push(`${name}: ${verdict}`)
      }
      expect(refused).toEqual([])
      page.expectClean()
    },
  )

test('a form is filled in by the keys: variants, five hundred values, three hundred fields, and JSON and back', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, addressOf('choice_discriminator'))
  await page.getByLabel('Variant').waitFor()
  expect(await select(page).locator('option:checked').textContent()).toBe('card')
  await select(page).focus()
  await page.keyboard.type('bank')
  await page.getByText('This field is required').first().waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  await page.getByLabel('iban').focus()
  await page.keyboard.type('DE02 1203')
  expect(await runByKeyboard(page)).toEqual({
    task: { payment: { method: 'bank', iban: 'DE02 1203' } },
    verdict: '20000 Ok.',
  })
  await axe(page)

  await page.getByRole('radio', { name: 'JSON' }).check()
  await page.getByTestId('code-editor').waitFor()
  await page.getByLabel('Task as JSON').fill('{ "payment": { "method": "card", "number": "4242", "note": "kept" } }')
  await page.getByRole('radio', { name: 'Form' }).check()
  expect(await select(page).locator('option:checked').textContent()).toBe('card')
  await page.getByLabel('number').fill('42')
  await page.getByText('Enter at least 4 characters.').waitFor()
  await page.getByLabel('number').fill('424242')
  expect((await runByKeyboard(page)).task).toEqual({ payment: { method: 'card', number: '424242', note: 'kept' } })

  await open(page, 'choice_of_tasks')
  await page.getByLabel('keyword').fill('desk')
  await select(page).selectOption('domain')
  await page.getByLabel('domain').fill('example.com')
  expect((await runByKeyboard(page)).task).toEqual({ by: 'domain', domain: 'example.com' })
  await select(page).selectOption('keyword')
  expect(await page.getByLabel('keyword').inputValue()).toBe('desk')

  await open(page, 'enum_500')
  await page.getByRole('combobox', { name: 'code' }).fill('code-499')
  await page.getByRole('option', { name: 'code-499' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect((await runByKeyboard(page)).task).toEqual({ code: 'code-499' })

  await open(page, 'fields_300')
  await page.getByRole('button', { name: 'More fields (299)' }).press('Enter')
  await page.getByLabel('field_299', { exact: false }).fill('last')
  expect((await runByKeyboard(page)).task).toMatchObject({ field_299: 'last' })

  await open(page, 'choice_rows')
  await page.getByRole('button', { name: 'Add' }).press('Enter')
  await select(page, 1).selectOption('brand')
  await page.getByLabel('brand').fill('Acme')
  expect((await runByKeyboard(page)).task.rules).toHaveLength(2)
  page.expectClean()
})

test('a number arrives as it is typed, and what is no number is said and not left out', async () => {
  const page = await enter(server, DESKTOP, '/api-playground/keywords/keywords_data.google_ads.ad_traffic_by_keywords')
  const bid = page.getByLabel('bid')
  await bid.waitFor()
  for (const text of ['0.05', '100.10']) {
    await bid.fill('')
    await bid.pressSequentially(text)
    expect(await bid.inputValue()).toBe(text)
    expect((await runByKeyboard(page)).task.bid).toBe(Number(text))
  }
  await bid.fill('')
  await bid.pressSequentially('1e')
  await page.getByText('Please enter a number').waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  page.expectClean()
})
