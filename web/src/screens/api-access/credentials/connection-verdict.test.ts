import { expect, test } from 'vitest'
import { verdictOf } from './connection-verdict.ts'

const cases: [number, string, string | undefined][] = [
  [20000, 'good', undefined],
  [40100, 'bad', undefined],
  [40104, 'bad', undefined],
  [40200, 'bad', 'funds'],
  [40210, 'bad', 'funds'],
  [40203, 'warn', 'limits'],
  [40204, 'warn', 'subscription'],
  [40206, 'warn', 'limits'],
  [40207, 'bad', 'ips'],
  [40402, 'warn', 'errors'],
  [50000, 'bad', undefined],
  [50301, 'warn', undefined],
]

test.each(cases)('code %i is shown as %s and leads to %s', (code, tone, remedy) => {
  const verdict = verdictOf(code)
  expect(verdict.tone).toBe(tone)
  expect(verdict.remedy).toBe(remedy)
})
