import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { expect, test } from 'vitest'
import { carryTask } from './carry-task.ts'

const text: FieldSchema = { type: 'string' }
const live = {
  schema: { type: 'object' as const, properties: { keyword: text, depth: text, url: text } },
  sample: { keyword: 'desk', depth: 20 },
}
const posted = {
  schema: { type: 'object' as const, properties: { keyword: text, depth: text, priority: text, tag: text } },
  sample: { keyword: 'desk', depth: 100, priority: 1 },
}

test('input for one method is available for another of its function, as far as that has the same fields', () => {
  expect(carryTask({ keyword: 'lamp', url: 'x', depth: 5 }, live, posted)).toEqual({
    keyword: 'lamp',
    depth: 5,
    priority: 1,
  })
  expect(carryTask({ keyword: 'lamp' }, live, posted), 'what was taken out stays out').toEqual({
    keyword: 'lamp',
    priority: 1,
  })
  expect(carryTask({ keyword: 'lamp', tag: 'weekly', priority: 2 }, posted, live)).toEqual({ keyword: 'lamp' })
})

test('switching there and back loses nothing that only one of them has', () => {
  const first = { keyword: 'lamp', url: 'x' }
  const there = { ...carryTask(first, live, posted), keyword: 'kettle' }
  expect(carryTask(there, posted, { ...live, sample: first })).toEqual({ keyword: 'kettle', url: 'x' })
})

test('the fields of variants are included', () => {
  const forms: FieldSchema[] = [{ properties: { domain: text } }, { properties: { keyword: text } }]
  const schema: FieldSchema = { type: 'object', allOf: [{ anyOf: forms }] }
  const chosen = { schema, sample: { domain: 'example.com' } }
  expect(carryTask({ keyword: 'lamp' }, live, chosen)).toEqual({ keyword: 'lamp', domain: 'example.com' })
  expect(carryTask({ domain: 'a.example' }, chosen, chosen)).toEqual({ domain: 'a.example' })
})
