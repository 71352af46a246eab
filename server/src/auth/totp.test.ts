import { expect, test } from 'vitest'
import { macOfCode, newRecoveryCodes, printed } from './recovery-codes.ts'
import { keyAddress, newKey, stepOfCode } from './totp.ts'

/** '12345678901234567890', the key of the examples in RFC 6238. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('SEC-M7 A28 the examples of RFC 6238: at second %i the code is %s', (second, code, step) => {
  expect(stepOfCode(KEY, code, new Date(second * 1000))).toBe(step)
})

test('SEC-M7 A28 a code counts one step before and one after its own, and no further', () => {
  const at = (seconds: number) => stepOfCode(KEY, '081804', new Date((1_111_111_109 + seconds) * 1000))
  // Its step begins at 1,111,111,080 and ends at 1,111,111,110.
  expect([-60, -59, -30, 0, 30, 31].map(at)).toEqual([
    undefined,
    37_037_036,
    37_037_036,
    37_037_036,
    37_037_036,
    undefined,
  ])
})

test('a key has 160 random bits, and its URI names product and account', () => {
  const [one, other] = [newKey(), newKey()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  const address = new URL(keyAddress(one, 'Acme & Sons', 'sam@example.com'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('Acme & Sons:sam@example.com')
  expect(address.searchParams.get('secret')).toBe(one)
})

test('SEC-M7 A28 ten recovery codes have fifty bits each, and are stored as a keyed hash per user', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(printed(code)).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  const keys = { key: () => Buffer.alloc(32), mac: (purpose: string, text: string) => `${purpose} ${text}` }
  expect(macOfCode(keys, 1, 'X')).not.toBe(macOfCode(keys, 2, 'X'))
})
