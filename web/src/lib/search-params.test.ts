import { expect, test } from 'vitest'
import { oneOf, searchParams } from './search-params.ts'

const read = searchParams({
  tab: oneOf(['first', 'second'], 'first'),
  kind: oneOf(['a', 'b']),
  call: (text) => text || undefined,
  live: (text) => text === 'on',
})

test('search parameters are read by the rule of each, and an address without them has the usual values', () => {
  expect(read('?tab=second&kind=b&call=17&live=on')).toEqual({ tab: 'second', kind: 'b', call: '17', live: true })
  for (const search of ['', '?tab=third&kind=&call=&live=off&other=1'])
    expect(read(search)).toEqual({ tab: 'first', kind: undefined, call: undefined, live: false })
})
