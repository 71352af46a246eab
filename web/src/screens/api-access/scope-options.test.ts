import { expect, test } from 'vitest'
import { scopeOptions } from './scope-options.ts'

const OFFERED = [
  { scope: 'serp', title: 'SERP' },
  { scope: 'serp/google/organic', title: 'Google organic' },
]
const GERMAN: Record<string, string> = { 'Google organic': 'Google Organisch' }
const t = (key: string, values?: Record<string, unknown>) =>
  (GERMAN[key] ?? key).replace('{name}', String(values?.name ?? ''))

test('a function that is no longer offered is an option while a key names it, and titles are translated', () => {
  expect(scopeOptions(t, OFFERED, ['serp', 'gone/away'])).toEqual([
    { value: 'gone/away', label: 'gone/away (no longer offered)' },
    { value: 'serp', label: 'SERP' },
    { value: 'serp/google/organic', label: 'Google Organisch · serp/google/organic' },
  ])
})

test('a new key or agent chooses from what is offered alone', () => {
  expect(scopeOptions(t, OFFERED).map(({ value }) => value)).toEqual(['serp', 'serp/google/organic'])
})
