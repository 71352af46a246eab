import { ORDER_STATUSES } from '@portico/contract/payments.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlace, searchOf, TABS } from './payments-place.ts'

test('every tab and filter is read back from its address', () => {
  for (const tab of TABS)
    for (const status of [undefined, ...ORDER_STATUSES])
      expect(readPlace(searchOf({ tab, status }))).toEqual({ tab, status })
})

test('whatever stands in the address, a known tab is shown', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (tab, status) => {
      const place = readPlace(`?${new URLSearchParams({ tab, status })}`)
      expect(TABS).toContain(place.tab)
      expect([undefined, ...ORDER_STATUSES]).toContain(place.status)
    }),
  )
})
