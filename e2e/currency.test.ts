// A provider who sells in euros: every screen, document and command shows euros, and the books are in euros.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { payments } from '../contract/src/payments.ts'
import { testProcessor } from '../contract/src/test-processor.ts'
import { users } from '../contract/src/users.ts'
import { type Server, startServer } from './harness.ts'
import { DEMO, DESKTOP } from './harness-people.ts'
import { emptyServerEnv } from './harness-resources.ts'
import { callFrom, enter, goWithin, soon } from './harness-shell.ts'

let server: Server
const env = emptyServerEnv()
beforeAll(async () => {
  server = await startServer({ ...env, DEMO: 'on', BOT_CHECK: 'off', CURRENCY: 'EUR' })
})

const LANGUAGES = [
  ['en', /^€[\d,]+\.\d{6}$/, '€50.00'],
  ['de', /^[\d.]+,\d{6}\s€$/, '50,00\u00a0€'],
] as const

for (const [language, balance, paid] of LANGUAGES)
  test(`the balance, payments, invoices and limits are in euros in ${language}`, { tags: 'long' }, async () => {
    const page = await enter(server, DESKTOP)
    if (language !== 'en') {
      await callFrom(page, users.setLanguage, { language })
      await page.reload()
    }
    await expect.poll(() => page.getByTestId('balance').textContent(), soon).toMatch(balance)
    const input = { id: randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const }
    const { pay_url } = await callFrom(page, payments.createOrder, input)
    const checkout = new URL(pay_url ?? '').pathname.split('/').at(-1) ?? ''
    await callFrom(page, testProcessor.decide, { checkout, outcome: 'approve' })
    const main = page.getByRole('main')
    for (const [path, name] of [
      ['/users/getrows', /PAY-/],
      ['/users/getrows?tab=billing', /INV-\d{4}-/],
    ] as const) {
      await goWithin(page, '/404')
      await expect.poll(() => main.textContent(), soon).not.toContain('€')
      await goWithin(page, path)
      const row = page.getByRole('row', { name }).first()
      await expect.poll(() => row.textContent(), soon).toContain(paid)
    }
    for (const path of [
      '/api-dashboard',
      '/users/getrows',
      '/users/getrows?tab=history',
      '/api-settings',
      '/api-detail',
    ]) {
      await goWithin(page, '/404')
      await expect.poll(() => main.textContent(), soon).not.toContain('€')
      await goWithin(page, path)
      await expect.poll(() => main.textContent(), { ...soon, message: path }).toContain('€')
      expect(await main.textContent(), path).not.toMatch(/\$|USD|ollar/)
    }
    page.expectClean()
  })

test('the command line shows the server’s currency, and a start with another currency on these books is refused', {
  tags: 'long',
}, async () => {
  const { stdout } = await server.operator(['user', 'show', DEMO.email])
  expect(stdout).toContain('€')
  expect(stdout).not.toContain('$')
  await server.stop()
  await expect(startServer({ ...env, DEMO: 'on', CURRENCY: 'USD' })).rejects.toThrow(
    'CURRENCY is USD, but the books of this database are kept in EUR.',
  )
})
