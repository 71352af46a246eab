import { expect, test } from 'vitest'
import { checkCodes, nameCodes } from './codes.ts'

const path = 'server/src/usage/chart.ts'

test.each([
  ['if (code === 40203) return', 'if (code === CODE.costLimit) return'],
  ['if (reply.status_code === 20_000) return', 'if (reply.status_code === CODE.ok) return'],
  [
    "const LABELS = { 40100: 'x', 40104: y }",
    "const LABELS = { [CODE.unauthorized]: 'x', [CODE.unverifiedAccount]: y }",
  ],
  [
    'type Refusal = { code: 40202 | 40209 }',
    'type Refusal = { code: typeof CODE.rateLimit | typeof CODE.tooManyAtOnce }',
  ],
  ['sql`where code = 50303 and x`', `sql\`where code = \${sql.lit(CODE.unavailable)} and x\``],
  ['expect(codes).toEqual([200, 20000])', 'expect(codes).toEqual([200, CODE.ok])'],
])('a bare code is found and named in %s', (text, named) => {
  expect(checkCodes([{ path, text }])).not.toEqual([])
  expect(nameCodes({ path, text })).toBe(named)
  expect(checkCodes([{ path, text: named }])).toEqual([])
})

test.each([
  'const BYTES = 20_000',
  'if (bytes > 20_000) return',
  "const text = 'Requests are refused with code 40207.'",
  'const foreign = 40999',
  'sql`where x = 140203 and id = $40203a`',
])('no code is seen in %s', (text) => {
  expect(checkCodes([{ path, text }])).toEqual([])
})

test('the table has the numbers', () => {
  expect(checkCodes([{ path: 'contract/src/codes.ts', text: 'const ok = 20000' }])).toEqual([])
})
