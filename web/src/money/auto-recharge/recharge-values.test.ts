import { MESSAGES } from '@portico/contract/rules.ts'
import { expect, test } from 'vitest'
import { rechargeTexts, rechargeValues, settingsFrom } from './recharge-values.ts'

const schema = rechargeValues({ min_micros: 50_000_000, max_micros: 5_000_000_000 }, 'bounds')
const RIGHT = { threshold: '20', amount: '50', month_max: '', method: '' }

function wrong(change: Partial<typeof RIGHT>): Record<string, string> {
  const parsed = schema.safeParse({ ...RIGHT, ...change })
  return Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

test.each([
  [{}, {}],
  [{ threshold: '0' }, {}],
  [{ threshold: '' }, { threshold: MESSAGES.limitAmount }],
  [{ threshold: '-1' }, { threshold: MESSAGES.limitAmount }],
  [{ threshold: '0.000001' }, {}],
  [{ amount: '49.99' }, { amount: 'bounds' }],
  [{ amount: '5000.01' }, { amount: 'bounds' }],
  [{ amount: '50.0012' }, { amount: MESSAGES.wholeCents }],
  [{ amount: '50.001' }, { amount: 'bounds' }],
  [{ amount: 'fifty' }, { amount: 'bounds' }],
  [{ month_max: '50' }, {}],
  [{ month_max: '49.99' }, { month_max: MESSAGES.range }],
  [{ month_max: 'x' }, { month_max: MESSAGES.limitAmount }],
])('input %j is stored as %j', (change, expected) => {
  expect(wrong(change)).toEqual(expected)
})

test('saved values are in the form, and are saved unchanged', () => {
  const settings = { threshold_micros: 12_500_000, amount_micros: 100_000_000, month_max_micros: null, method_id: null }
  expect(settingsFrom(rechargeTexts({ settings, min_micros: 1 }))).toEqual(settings)
})
