import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../contract/src/language.ts'
import { root } from '../ready/folders.mjs'
import { checkCurrency, checkTexts } from './currency.ts'
import { readTree } from './tree.ts'

test('the currency is named in its own place alone', () => {
  expect(checkCurrency(readTree())).toEqual([])
})

test.each(LANGUAGES)('no text of the page in %s names one', (language) => {
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
])('found where it is not: %s', (text) => {
  expect(checkCurrency([{ path: 'web/src/screens/usage/focus.tsx', text }])).toHaveLength(1)
  expect(checkCurrency([{ path: 'web/src/screens/usage/focus.test.tsx', text }])).toEqual([])
  expect(checkCurrency([{ path: 'web/src/screens/development/focus.tsx', text }])).toEqual([])
})

test('a setting that carries it in its name, parameters of SQL and examples in comments are none', () => {
  const text = "amount('TRIAL_CREDIT_USD', '1')\n// `$12.50`\nsql`select $1, $2`"
  expect(checkCurrency([{ path: 'server/src/env/env.ts', text }])).toEqual([])
})

test('texts are found in any language', () => {
  const texts = {
    'From $5': 'Ab 5',
    'In US dollars': 'In US-Dollar',
    'Up to {cap}': 'До {cap} долларов',
    'see $id': '',
  }
  expect(checkTexts(texts)).toEqual(['From $5', 'In US dollars', 'In US-Dollar', 'До {cap} долларов'])
})
