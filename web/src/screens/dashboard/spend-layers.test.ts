import type { DailySpend } from '@portico/contract/dashboard.ts'
import { expect, test } from 'vitest'
import { layersOf, spendCsv, totalOf } from './spend-layers.ts'

const api = (name: string, cost_micros: number[], requests: number[] = [1, 1]): DailySpend => ({
  api: name,
  title: name.toUpperCase(),
  cost_micros,
  requests,
})
const MANY = Array.from({ length: 11 }, (_, index) => api(`a${index}`, [20 - index, index + 1]))

test('up to eight APIs have a colour each', () => {
  expect(layersOf(MANY.slice(0, 8), 'cost').map(({ id }) => id)).toEqual(MANY.slice(0, 8).map((one) => one.api))
})

test('further APIs are merged into one layer, and no day loses a cent', () => {
  const layers = layersOf(MANY, 'cost')
  expect(layers.map(({ id }) => id)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', ''])
  for (const day of [0, 1]) {
    const drawn = layers.reduce((all, { values }) => all + (values[day] ?? 0), 0)
    expect(drawn).toBe(MANY.reduce((all, { cost_micros }) => all + (cost_micros[day] ?? 0), 0))
  }
})

test('an API without cost has a layer of requests only', () => {
  const apis = [api('paid', [1, 2]), api('free', [0, 0])]
  expect(layersOf(apis, 'cost').map(({ id }) => id)).toEqual(['paid'])
  expect(layersOf(apis, 'requests').map(({ id }) => id)).toEqual(['paid', 'free'])
  expect([totalOf(apis, 'cost'), totalOf(apis, 'requests')]).toEqual([3, 4])
})

test('the file has a line for each day an API was called', () => {
  const days = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)]
  expect(spendCsv(days, [api('serp', [600, 0], [1, 0]), api('merchant', [0, 1_250_000], [0, 2])])).toBe(
    '\uFEFFday_utc,api,cost_usd,requests\r\n2026-03-01,serp,0.000600,1\r\n2026-03-02,merchant,1.250000,2\r\n',
  )
})
