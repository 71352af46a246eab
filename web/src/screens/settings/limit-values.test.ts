import { alerts } from '@portico/contract/alert-fields.ts'
import { fieldMessages } from '@portico/contract/form-fields.ts'
import { LANGUAGES } from '@portico/contract/language.ts'
import { limitMicros } from '@portico/contract/limit-field.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { expect, test } from 'vitest'
import { limitValues, scopeLimitValues } from './limit-values.ts'

const BOUNDS = 'Enter an amount from 0 to 1,000,000 with at most six decimals'
const cases: [string, string | undefined][] = [
  ['', undefined],
  ['0', undefined],
  ['25', undefined],
  ['12,5', undefined],
  ['1000000', undefined],
  ['1000001', BOUNDS],
  ['-1', BOUNDS],
  ['0.0000001', BOUNDS],
  ['99999999', BOUNDS],
  ['lots', BOUNDS],
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

test.each(LANGUAGES)('the bounds a message names are those of the field, in %s', async (language) => {
  const { default: texts } =
    language === 'en' ? { default: {} } : await import(`../../../i18n/${language}.json`, { with: { type: 'json' } })
  const digits = (text: string) => text.replace(/[^\d ]|(?<=\d)[ \u00a0\u202f](?=\d)/g, '').match(/\d+/g)
  expect(digits(texts[MESSAGES.limitAmount] ?? MESSAGES.limitAmount)).toEqual(['0', '1000000'])
  expect(digits(texts[MESSAGES.days] ?? MESSAGES.days)).toEqual(['1', '90'])
  expect(digits(texts[MESSAGES.percent] ?? MESSAGES.percent)).toEqual(['1', '100'])
  for (const [bounds, most] of [
    [limitMicros, 1_000_000_000_000],
    [alerts.shape.days_left_below, 90],
    [alerts.shape.error_rate_above, 100],
  ] as const) {
    expect(bounds.safeParse(most).success).toBe(true)
    expect(bounds.safeParse(most + 1).success).toBe(false)
  }
})
