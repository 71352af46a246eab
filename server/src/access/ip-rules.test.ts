import { expect, test } from 'vitest'
import { compileRules } from './ip-rules.ts'

test.each([
  ['203.0.113.9', [], true],
  ['203.0.113.9', ['203.0.113.9'], true],
  ['203.0.113.9', ['203.0.113.0/24'], true],
  ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
  ['::ffff:cb00:7109', ['203.0.113.0/24'], true],
  ['203.0.113.9:4711', ['203.0.113.0/24'], true],
  ['[2001:db8::7]:4711', ['2001:db8::/32'], true],
  ['203.0.114.9', ['203.0.113.0/24'], false],
  ['2001:db8::7', ['2001:db8::/32'], true],
  ['2001:db9::7', ['2001:db8::/32', '203.0.113.9'], false],
  ['nobody', ['203.0.113.9'], false],
])('SEC-L17 %s within %j: %j', (ip, rules, isWithin) =>
  expect(compileRules(rules.map((cidr) => ({ cidr })))(ip)).toBe(isWithin),
)
