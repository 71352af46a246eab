import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkCurrency, checkTexts } from './currency.ts'
import { languages } from './translations.ts'
import { readTree } from './tree.ts'

test('a currency is named only in the files that define it', () => {
  expect(checkCurrency(readTree())).toEqual([])
})

test.each(languages)('no interface text in English or %s names a currency', (language) => {
  expect(checkTexts(JSON.parse(readFileSync(join(root, `web/i18n/${language}.json`), 'utf8')))).toEqual([])
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
