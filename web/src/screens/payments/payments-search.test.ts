import { ORDER_STATUSES } from '@portico/contract/payments.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, searchOf, TABS } from './payments-search.ts'

test('every tab and filter is read back from its address', () => {
  for (const tab of TABS)
    for (const status of [undefined, ...ORDER_STATUSES])
      expect(parseSearch(searchOf({ tab, status }))).toEqual({ tab, status })
})

test('a known tab is shown, whatever the address contains', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (tab, status) => {
      const search = parseSearch(`?${new URLSearchParams({ tab, status })}`)
      expect(TABS).toContain(search.tab)
      expect([undefined, ...ORDER_STATUSES]).toContain(search.status)
    }),
  )
})
