import type { Alerts } from '@portico/contract/alert-fields.ts'
import { fieldMessages } from '@portico/contract/form-fields.ts'
import { expect, test } from 'vitest'
import { alertShown, alertsFrom, alertValues } from './alert-values.ts'

const typed = {
  balance_below_micros: '',
  days_left_below: '',
  error_rate_above: '',
  percent_50: false,
  percent_80: false,
  percent_100: false,
}

function wrong(change: Partial<typeof typed>): Record<string, string> {
  const parsed = alertValues.safeParse({ ...typed, ...change })
  return parsed.success ? {} : fieldMessages(parsed.error)
}

test('an empty field is an alert turned off', () => {
  expect(wrong({})).toEqual({})
  expect(alertsFrom(typed)).toEqual({
    balance_below_micros: null,
    days_left_below: null,
    error_rate_above: null,
    limit_percents: [],
  })
})

test('typed values are sent as micro-dollars, days and percents', () => {
  const values = {
    ...typed,
    balance_below_micros: '12,50',
    days_left_below: '5',
    error_rate_above: '10',
    percent_50: true,
    percent_100: true,
  }
  expect(alertsFrom(values)).toEqual({
    balance_below_micros: 12_500_000,
    days_left_below: 5,
    error_rate_above: 10,
    limit_percents: [50, 100],
  })
})

const AMOUNT = 'Enter an amount from 0 to 1,000,000 with at most six decimals'
const faults: [Partial<typeof typed>, Record<string, string>][] = [
  [{ balance_below_micros: 'ten' }, { balance_below_micros: AMOUNT }],
  [{ balance_below_micros: '-1' }, { balance_below_micros: AMOUNT }],
  [{ balance_below_micros: '0.0000001' }, { balance_below_micros: AMOUNT }],
  [{ balance_below_micros: '2000000' }, { balance_below_micros: AMOUNT }],
  [{ days_left_below: '1.5' }, { days_left_below: 'Enter a whole number from 1 to 90' }],
  [{ days_left_below: '0' }, { days_left_below: 'Enter a whole number from 1 to 90' }],
  [{ days_left_below: '91' }, { days_left_below: 'Enter a whole number from 1 to 90' }],
  [{ error_rate_above: '0' }, { error_rate_above: 'Enter a whole number from 1 to 100' }],
  [{ error_rate_above: '101' }, { error_rate_above: 'Enter a whole number from 1 to 100' }],
]

test.each(faults)('%j is refused at its field', (change, messages) => {
  expect(wrong(change)).toEqual(messages)
})

test('saved values come back into the fields', () => {
  const saved: Alerts = { balance_below_micros: 600, days_left_below: 7, error_rate_above: null, limit_percents: [80] }
  const shown = alertShown(saved)
  expect(shown).toEqual({
    balance_below_micros: '0.0006',
    days_left_below: '7',
    error_rate_above: '',
    percent_50: false,
    percent_80: true,
    percent_100: false,
  })
  expect(alertsFrom(shown)).toEqual(saved)
})
