import { expect, test } from 'vitest'
import { checkCurrency, checkTexts } from './currency.ts'
import { filesIn, languages } from './translations.ts'
import { readTree } from './tree.ts'

test('a currency is named only in the files that define it', () => {
  expect(checkCurrency(readTree())).toEqual([])
})

test.each(languages)('no text of a page, mail or document in English or %s names a currency', (language) => {
  for (const folder of ['web/i18n', 'server/src/i18n'] as const)
    expect(checkTexts(JSON.parse(filesIn(folder)[language] ?? ''))).toEqual([])
})

test.each([
  "const money = { currency: 'USD' }",
  "pay({ currency: 'eur' })",
  "head(['cost_usd', cell])",
  "const look = { prefix: '$' }",
  'const field = <Field prefix="$" />',
  "'in dollars'",
  "'must be at most $10,000,000'",
  "'for €5'",
])('a currency is found in: %s', (text) => {
  expect(checkCurrency([{ path: 'web/src/screens/usage/focus.tsx', text }])).toHaveLength(1)
  expect(checkCurrency([{ path: 'web/src/screens/usage/focus.test.tsx', text }])).toEqual([])
  expect(checkCurrency([{ path: 'web/src/screens/development/focus.tsx', text }])).toEqual([])
})

test('released setting names, SQL parameters and examples in comments are not reported', () => {
  const text = "amount('TRIAL_CREDIT_USD', '1')\n// `$12.50`\nsql`select $1, $2`"
  expect(checkCurrency([{ path: 'server/src/env/env.ts', text }])).toEqual([])
})

test('a currency is found in texts of any language', () => {
  const texts = {
    'From $5': 'Ab 5',
    'In US dollars': 'In US-Dollar',
    'Up to {cap}': 'До {cap} долларов',
    'see $id': '',
  }
  expect(checkTexts(texts)).toEqual(['From $5', 'In US dollars', 'In US-Dollar', 'До {cap} долларов'])
})
