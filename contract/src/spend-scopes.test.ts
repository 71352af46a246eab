import { expect, test } from 'vitest'
import { agentScope, limitReached, memberScope, scopeKind, scopeLabel, scopeTitle } from './spend-scopes.ts'

const names = { api: (api: string) => `API ${api}`, function: (key: string) => `function ${key}` }

test.each([
  ['', 'everything', '', 'limit of $5.000000 is reached'],
  ['serp', 'api', 'API serp', 'limit of $5.000000 for serp is reached'],
  ['serp/errors', 'function', 'function serp/errors', 'limit of $5.000000 for serp/errors is reached'],
  [memberScope(17), 'member', '', 'limit of $5.000000 for this member is reached'],
  [agentScope(5), 'agent', '', 'limit of $5.000000 for this agent is reached'],
])('the scope "%s" is of the kind %s', (scope, kind, title, words) => {
  expect(scopeKind(scope)).toBe(kind)
  expect(scopeTitle(scope, names)).toBe(title)
  expect(limitReached({ scope, limit_micros: 5_000_000 })).toBe(words)
})

test('functions of the same name have different labels', () => {
  expect(scopeLabel({ scope: 'serp/errors', title: 'Failed tasks' })).toBe('Failed tasks · serp/errors')
  expect(scopeLabel({ scope: 'serp', title: 'serp/*' })).toBe('serp/*')
})
