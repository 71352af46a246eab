import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

/** A separate module, because formats are created once, for the currency of the boot data. */
async function openPage() {
  vi.resetModules()
  const { setCurrency } = await import('@portico/contract/currency.ts')
  setCurrency('EUR')
  return { ...(await import('./money.ts')), ...(await import('#scripts/shapes.ts')) }
}

let page: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  page = await openPage()
})
afterAll(() => vi.resetModules())

test.each([
  ['en', 25_000_000, '€25.000000', '€25.00'],
  ['de', 1_204_386_200, '1.204,386200 €', '1.204,3862 €'],
  ['fr', -1_250_000, '-1,250000 €', '-1,25 €'],
] as const)('boot data in euros: in %s %d micros are %s, in short %s', (language, micros, exact, short) => {
  expect(plain(page.exactMoney(language, micros))).toBe(exact)
  expect(plain(page.shortMoney(language, micros))).toBe(short)
})

test('external services receive the balance in euros', () => {
  expect(page.shapes.gtag.balance(25)).toEqual([['event', 'balance', { value: 25, currency: 'EUR' }]])
})
