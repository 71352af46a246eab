import { expect, test } from 'vitest'
import { activateAgain, productToActivate } from './activate-search.ts'

test.each([
  ['/backlinks-subscription', '/backlinks-subscription?activate=backlinks'],
  ['/api-access-subscription', '/api-access-subscription?activate=backlinks'],
  ['/users/getrows', '/api-access-subscription?activate=backlinks'],
  ['https://evil.example/backlinks-subscription', '/api-access-subscription?activate=backlinks'],
])('a subscription whose payment failed, ordered on %s, is tried again on %s', (return_to, address) => {
  expect(activateAgain({ product: 'backlinks', return_to })).toBe(address)
  expect(productToActivate(new URL(address, 'https://own.example').search)).toBe('backlinks')
})
