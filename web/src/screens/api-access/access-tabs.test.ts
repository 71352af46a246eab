import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLocation, searchOf, TABS } from './access-tabs.ts'

test('every tab is read back from its address', () => {
  for (const tab of TABS) expect(parseLocation({ search: searchOf(tab), hash: '' })).toEqual({ tab, card: undefined })
})

test.each([
  ['#team', 'logins', 'team'],
  ['#invite', 'logins', 'team'],
  ['#add-login', 'logins', 'team'],
  ['#sso', 'security', 'sso'],
  ['#ip-access', 'security', 'ip-access'],
  ['#add-agent', 'agents', 'agents'],
  ['#activity', 'activity', 'activity'],
  ['#test-connection', 'credentials', 'test-connection'],
])('a link to %s of a mail or bookmark opens its tab, also from another tab', (hash, tab, card) => {
  for (const search of ['', '?tab=activity', '?tab=agents'])
    expect(parseLocation({ search, hash })).toEqual({ tab, card })
})

test('a known tab is shown, whatever the address contains', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (tab, hash) => {
      expect(TABS).toContain(parseLocation({ search: `?${new URLSearchParams({ tab })}`, hash: `#${hash}` }).tab)
    }),
  )
  expect(parseLocation({ search: '?tab=toString', hash: '#constructor' }).tab).toBe('credentials')
})
