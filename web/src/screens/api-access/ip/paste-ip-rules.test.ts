import { expect, test } from 'vitest'
import { addRules, readPasted } from './paste-ip-rules.ts'

test('a pasted list gives addresses with their labels, and the numbers of invalid lines', () => {
  const text = [
    '203.0.113.7',
    '',
    '198.51.100.0/24, Office, first floor',
    '  2001:db8::/32\tBuild servers ',
    '# a remark',
    'example.com shop',
    '"192.0.2.1","Backup"',
    '192.0.2.2 # cron',
  ].join('\r\n')
  expect(readPasted(text)).toEqual({
    rules: [
      { cidr: '203.0.113.7', label: '' },
      { cidr: '198.51.100.0/24', label: 'Office, first floor' },
      { cidr: '2001:db8::/32', label: 'Build servers' },
      { cidr: '192.0.2.1', label: 'Backup' },
      { cidr: '192.0.2.2', label: 'cron' },
    ],
    wrong: [6],
  })
})

test("a label is cut at the server's length", () => {
  expect(readPasted(`203.0.113.7 ${'x'.repeat(80)}`).rules[0]?.label).toHaveLength(60)
})

test('an address in the list is not added twice', () => {
  const list = [{ cidr: '2001:db8::1', label: 'Office' }]
  const more = [
    { cidr: '2001:DB8::1', label: '' },
    { cidr: '192.0.2.1', label: '' },
    { cidr: '192.0.2.1', label: 'again' },
  ]
  expect(addRules(list, more)).toEqual([list[0], more[1]])
})

test('a list never exceeds its maximum', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ cidr: `192.0.2.${at}`, label: '' }))
  expect(addRules([], many)).toHaveLength(100)
  expect(addRules(many, [{ cidr: '198.51.100.1', label: '' }])).toBeUndefined()
})
