import { expect, test } from 'vitest'
import { changedList, NO_CHANGES, without } from './ip-changes.ts'

const rule = (cidr: string, label = '') => ({ cidr, label })

test('what others saved meanwhile stays in the list, and what they removed is not brought back', () => {
  const changes = without({ ...NO_CHANGES, added: [rule('192.0.2.3', 'Mine')] }, '192.0.2.1')
  expect(changedList([rule('192.0.2.1'), rule('192.0.2.2')], changes)).toEqual([
    rule('192.0.2.2'),
    rule('192.0.2.3', 'Mine'),
  ])
  expect(changedList([rule('192.0.2.1'), rule('198.51.100.7', 'Theirs')], changes)).toEqual([
    rule('198.51.100.7', 'Theirs'),
    rule('192.0.2.3', 'Mine'),
  ])
  expect(changedList([rule('192.0.2.3', 'Theirs')], changes)).toEqual([rule('192.0.2.3', 'Theirs')])
})

test('an address that was added and removed again leaves no change; one that was removed and added again has its new label', () => {
  expect(without({ added: [rule('2001:db8::1')], removed: [] }, '2001:db8::1')).toEqual(NO_CHANGES)
  const again = { added: [rule('192.0.2.1', 'New')], removed: ['192.0.2.1'] }
  expect(changedList([rule('192.0.2.1', 'Old')], again)).toEqual([rule('192.0.2.1', 'New')])
  expect(changedList([rule('192.0.2.1', 'Old')], without(again, '192.0.2.1'))).toEqual([])
})
