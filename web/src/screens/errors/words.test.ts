import type { RefusalReason } from '@portico/contract/spend-scopes.ts'
import { expect, test } from 'vitest'
import { byReason, refusalReason, refusalScope } from './words.ts'

const t = (key: string) => key

test.each<[RefusalReason, string, string, string, string | undefined]>([
  ['balance', '', '', 'Balance', undefined],
  ['max_cost', '', '', 'X-Max-Cost', undefined],
  ['daily_limit', '', '', 'Daily limit', 'Everything'],
  ['daily_limit', 'serp', 'SERP', 'Daily limit', 'SERP'],
  ['daily_limit', 'serp/google/organic', 'Google organic', 'Daily limit', 'Google organic'],
  ['cap', '@17', '', 'Daily limit', 'Member'],
  ['total', '#5', 'Nightly import', 'Total limit', 'Nightly import'],
])('a refusal by %s of scope "%s" is named', (reason, scope, title, reasonText, scopeText) => {
  expect(refusalReason(t, { reason })).toBe(reasonText)
  expect(refusalScope(t, { reason, scope, title })).toBe(scopeText)
})

test.for([
  ['max_cost', /X-Max-Cost/, /daily/],
  ['total', /total limit/, /daily|X-Max-Cost/],
  ['daily_limit', /daily limit/, /X-Max-Cost/],
  ['cap', /daily limit/, /X-Max-Cost/],
] as const)('the cause of a refusal by %s names this limit alone', ([reason, named, other]) => {
  const { cause = '' } = byReason(reason)
  expect(cause).toMatch(named)
  expect(cause).not.toMatch(other)
})
