import { CODE } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import { type RemedyOf, remedyFor } from './remedy.ts'

const KEY = { id: 5, name: 'Nightly import', kind: 'key' } as const
const AGENT = { id: 6, name: 'Researcher', kind: 'agent' } as const
const BASE: RemedyOf = { kind: 'request', code: CODE.costLimit, credential: null, refusal: null }
const cap = (scope: string) => ({ reason: 'cap' as const, scope, title: '' })

test.for<[string, Partial<RemedyOf>, string | undefined]>([
  ['the limit of a key', { credential: KEY, refusal: cap('#5') }, '/api-access#keys'],
  ['the limit of an agent', { credential: AGENT, refusal: cap('#6') }, '/api-access#agents'],
  ['a limit of the login, met by a key', { credential: KEY, refusal: cap('serp') }, '/api-settings/api-limits'],
  ['a daily limit, met with the password', { refusal: cap('') }, '/api-settings/api-limits'],
  ['a budget of a login', { refusal: { reason: 'login_budget', scope: '', title: '' } }, '/api-settings#budgets'],
  ['a budget of a tag', { refusal: { reason: 'budget', scope: '=a', title: 'a' } }, '/api-settings#budgets'],
  ['what a key may not call', { code: CODE.notAllowed, credential: KEY }, '/api-access#keys'],
  ['what an agent may not call', { code: CODE.notAllowed, credential: AGENT }, '/api-access#agents'],
  ['an empty balance, met by a key', { code: CODE.balanceEmpty, credential: KEY }, '/users/getrows/add-funds'],
  ['a price limit of the program itself', { refusal: { reason: 'max_cost', scope: '', title: '' } }, undefined],
  ['a webhook', { kind: 'webhook' }, undefined],
])('the remedy for %s leads to its setting', ([, given, to]) => {
  expect(remedyFor({ ...BASE, ...given })?.to).toBe(to)
})
