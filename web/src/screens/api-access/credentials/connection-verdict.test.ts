import { CODE } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import { verdictOf } from './connection-verdict.ts'

const cases: [number, string, string | undefined][] = [
  [CODE.ok, 'good', undefined],
  [CODE.unauthorized, 'bad', undefined],
  [CODE.unverifiedAccount, 'bad', undefined],
  [CODE.balanceEmpty, 'bad', 'funds'],
  [CODE.balanceTooLow, 'bad', 'funds'],
  [CODE.costLimit, 'warn', 'limits'],
  [CODE.subscriptionNeeded, 'warn', 'subscription'],
  [CODE.duplicatesPerDay, 'warn', 'limits'],
  [CODE.addressRefused, 'bad', 'ips'],
  [CODE.invalidPath, 'warn', 'errors'],
  [CODE.internalError, 'bad', undefined],
  [CODE.sourceUnavailable, 'warn', undefined],
]

test.each(cases)('code %i is shown as %s and leads to %s', (code, tone, remedy) => {
  const verdict = verdictOf(code)
  expect(verdict.tone).toBe(tone)
  expect(verdict.remedy).toBe(remedy)
})
