import { fieldMessages } from '@portico/contract/typed.ts'
import { expect, test } from 'vitest'
import { limitValues, scopeLabel, scopeLimitValues } from './limit-values.ts'

const cases: [string, string | undefined][] = [
  ['', undefined],
  ['0', undefined],
  ['25', undefined],
  ['12,5', undefined],
  ['1000000', undefined],
  ['1000001', 'This is outside the allowed range'],
  ['-1', 'Please enter a number'],
  ['lots', 'Please enter a number'],
]

test.each(cases)('a daily limit typed as %j', (limit, message) => {
  const parsed = limitValues.safeParse({ limit })
  expect(parsed.success ? undefined : fieldMessages(parsed.error).limit).toBe(message)
})

test('a limit for one function needs the function and an amount', () => {
  const parsed = scopeLimitValues.safeParse({ scope: '', limit: '' })
  expect(parsed.success ? {} : fieldMessages(parsed.error)).toEqual({
    scope: 'This field is required',
    limit: 'This field is required',
  })
  expect(scopeLimitValues.safeParse({ scope: 'serp', limit: '5' }).success).toBe(true)
})

test('functions of the same name are told apart', () => {
  expect(scopeLabel({ scope: 'serp/errors', title: 'Failed tasks' })).toBe('Failed tasks · serp/errors')
  expect(scopeLabel({ scope: 'serp', title: 'serp/*' })).toBe('serp/*')
})
