import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIpRule, plainIp } from './read-ip-rule.ts'

const cases: [string, boolean][] = [
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['203.0.113.0/33', false],
  ['203.0.113.0/0', false],
  ['203.0.113.0/', false],
  ['203.0.113', false],
  ['203.0.113.07', false],
  ['203.0.113.256', false],
  ['2001:db8::1', true],
  ['2001:db8::/32', true],
  ['2001:db8::/129', false],
  ['::1', true],
  ['::', true],
  ['1:2:3:4:5:6:7:8', true],
  ['1:2:3:4:5:6:7::', true],
  ['1:2:3:4:5:6:7:8::', false],
  ['1::2::3', false],
  [':1:2:3:4:5:6:7', false],
  ['::ffff:203.0.113.7', true],
  ['1.2.3.4::', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
  ['', false],
]

test.each(cases)('%j as a rule: %j', (text, isRule) => {
  expect(isIpRule(text)).toBe(isRule)
})

test('an IPv6 address is valid exactly when the URL standard reads it as one', () => {
  const group = fc.oneof(fc.constant(''), fc.stringMatching(/^[0-9a-f]{1,5}$/), fc.constant('1.2.3.4'))
  const likely = fc.array(group, { minLength: 2, maxLength: 9 }).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), likely), (text) => isIpRule(text) === URL.canParse(`http://[${text}]/`)),
    { numRuns: 2_000 },
  )
})

test('every IPv4 address is valid, alone and with any length', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 1, max: 32 }), (ip, bits) => isIpRule(ip) && isIpRule(`${ip}/${bits}`)),
  )
})

test('an IPv4 address seen over IPv6 is shown as IPv4', () => {
  expect(plainIp('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(plainIp('2001:db8::1')).toBe('2001:db8::1')
})
