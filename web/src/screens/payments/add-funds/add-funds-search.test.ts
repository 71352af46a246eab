import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFundsAgain, readAddFunds } from './add-funds-search.ts'

const search = (input: Parameters<typeof addFundsAgain>[0]) =>
  new URL(addFundsAgain(input), 'http://own.invalid').search

test('another try uses the same amount, with the same way back', () => {
  const back = '/api-playground/serp?function=a&method=b'
  expect(readAddFunds(search({ amount_micros: 62_500_000, return_to: back, isNewMethod: true }))).toEqual({
    return_to: back,
    amount_micros: 62_500_000,
    isNewMethod: true,
  })
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/%2f%2fevil.example',
  'javascript:alert(1)',
  `/${'x'.repeat(600)}`,
  '/',
])('%s is no way back', (return_to) => {
  expect(readAddFunds(`?${new URLSearchParams({ return_to })}`).return_to).toBe(undefined)
})

test('the way back stays on this site, whatever the address contains', () => {
  const own = 'https://own.example'
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (return_to) => {
        const back = readAddFunds(`?${new URLSearchParams({ return_to })}`).return_to
        expect(new URL(back ?? '/', own).origin).toBe(own)
      },
    ),
  )
})
