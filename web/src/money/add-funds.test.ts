import { expect, test } from 'vitest'
import { addFundsFrom } from './add-funds.ts'

const location = (path: string, search = '', hash = '') => ({ path, search, hash })

test.each([
  [
    'the whole place is kept',
    location('/api-playground/serp', '?function=a&method=b', '#c'),
    '/api-playground/serp?function=a&method=b#c',
  ],
  ['of a place too long to keep its path is kept', location('/api-detail', `?tag=${'x'.repeat(600)}`), '/api-detail'],
  ['from the payments themselves nothing is kept', location('/users/getrows', '?tab=methods'), null],
])('Add funds leads back: %s', (_, from, back) => {
  const to = new URL(addFundsFrom(from), 'http://own.invalid')
  expect([to.pathname, to.searchParams.get('return_to')]).toEqual(['/users/getrows/add-funds', back])
})
