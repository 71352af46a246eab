import type { RefusalReason } from '@portico/contract/spend-scopes.ts'
import { expect, test } from 'vitest'
import { refusalReason, refusalScope } from './words.ts'

const t = (key: string) => key

test.each<[RefusalReason, string, string, string, string | undefined]>([
  ['balance', '', '', 'Balance', undefined],
  ['max_cost', '', '', 'X-Max-Cost', undefined],
  ['daily_limit', '', '', 'Daily limit', 'Everything'],
  ['daily_limit', 'serp', 'SERP', 'Daily limit', 'SERP'],
  ['daily_limit', 'serp/google/organic', 'Google organic', 'Daily limit', 'Google organic'],
  ['cap', '@17', '', 'Daily limit', 'Member'],
  ['total', '#5', '', 'Total limit', 'Agent login'],
])('a refusal by %s of scope "%s" is named', (reason, scope, title, reasonText, scopeText) => {
  expect(refusalReason(t, { reason })).toBe(reasonText)
  expect(refusalScope(t, { reason, scope, title })).toBe(scopeText)
})
