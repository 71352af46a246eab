import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocationProvider } from '#lib/location.ts'
import { useFilters } from './money-search.ts'

/** The address of a list after a change of its filters. */
function after(search: string, change: Record<string, string | null>): string {
  let address = ''
  function List() {
    address = useFilters().address(change)
    return null
  }
  renderToStaticMarkup(
    <LocationProvider value={{ path: '/operator/money/payments', search, hash: '' }}>
      <List />
    </LocationProvider>,
  )
  return address
}

test('other filters begin at the first page, the next page has the same filters', () => {
  const filtered = '?status=paid&before=abc'
  expect(after(filtered, { status: 'open' })).toBe('/operator/money/payments?status=open')
  expect(after(filtered, { status: null })).toBe('/operator/money/payments')
  expect(after(filtered, {})).toBe('/operator/money/payments?status=paid')
  expect(after(filtered, { before: 'def' })).toBe('/operator/money/payments?status=paid&before=def')
})
