import { expect, test, vi } from 'vitest'
import { clientMethods } from '#testing/catalogue/declared.ts'
import { faultsOfResult } from '#testing/catalogue/declared-answers.ts'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { answerFromSample, openCatalogue } from '../index.ts'
import { isObject } from '../yaml-node.ts'
import { fieldsOf } from './filter-fields.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The catalogue under the public client's name of the product. */
const catalogue = openCatalogue(BUNDLED, 'dataforseo')
const NOW = new Date('2026-03-02T10:00:00Z')
const ID = '03021000-0000-0066-0000-5f2a1c9be001'
const LEAST = 0.95

const called = clientMethods().map((method) => {
  const path = method.path.replace('{id}', ID).replace('{country}', 'us').replace('{shop_ad_aclk}', 'mark')
  return { ...method, found: catalogue.find(method.http_method === 'GET' ? 'GET' : 'POST', path) }
})

/** Functions of the family that the client does not know, or knows under a newer name. */
const OLDER = [
  'serp/google/events/live/advanced',
  'serp/google/events/task_post',
  'ai_optimization/llm_mentions/search/live',
  'ai_optimization/llm_mentions/top_pages/live',
  'ai_optimization/llm_mentions/top_domains/live',
  'ai_optimization/llm_mentions/aggregated_metrics/live',
  'ai_optimization/llm_mentions/cross_aggregated_metrics/live',
  'business_data/social_media/pinterest/live',
  'business_data/social_media/reddit/live',
  ...['generate', 'generate_meta_tags', 'generate_text', 'paraphrase', 'check_grammar', 'text_summary'].map(
    (name) => `content_generation/${name}/live`,
  ),
]

test('the sample provider sells every path of the API family', () => {
  expect(called.length).toBeGreaterThan(500)
  expect(called.filter(({ found }) => !found).map(({ path }) => path)).toEqual([])
  expect(OLDER.filter((path) => !catalogue.find('POST', `/v3/${path}`))).toEqual([])
})

test('answers of the sample source have every field that typed clients declare, in its type', () => {
  const answered = called.filter(
    ({ found }) => found && !['account', 'tasks_ready', 'task_post'].includes(found.entry.kind),
  )
  const faults = answered.flatMap(({ found, response, path }) => {
    if (!found) return []
    const { entry, params } = found
    const { result } = answerFromSample(entry, { ...params, ...(entry.posted_by ?? entry).sample }, NOW)
    const wrong = result.filter(isObject).flatMap((one) => faultsOfResult(one, response))
    return wrong.length > 0 ? [`${path}: ${[...new Set(wrong)].slice(0, 3).join(', ')}`] : []
  })
  expect(answered.length).toBeGreaterThan(350)
  expect(faults.slice(0, 10)).toEqual([])
  expect(1 - faults.length / answered.length).toBeGreaterThanOrEqual(LEAST)
})

test('most fields of an answer are filled instead of null', () => {
  const values = called.flatMap(({ found }) => {
    if (!found || ['account', 'tasks_ready', 'task_post'].includes(found.entry.kind)) return []
    const { entry, params } = found
    const { result } = answerFromSample(entry, { ...params, ...(entry.posted_by ?? entry).sample }, NOW)
    return result
      .filter(isObject)
      .flatMap((one) => [one, ...(Array.isArray(one.items) ? one.items : [])])
      .flatMap((one) => Object.values(one))
  })
  expect(values.filter((value) => value === null).length / values.length).toBeLessThan(0.35)
})

function valueAt(row: unknown, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row)
}

const rows = catalogue.entries.filter(({ kind, schema }) => kind === 'live' && schema.properties?.order_by)
test.each(rows.map((entry) => [entry.id, entry] as const))('%s cuts, sorts and filters what it answers', (_, entry) => {
  const ask = (more: Record<string, unknown>) => {
    const [first] = answerFromSample(entry, { ...entry.sample, filters: null, order_by: null, ...more }, NOW).result
    return isObject(first) && Array.isArray(first.items) ? first.items.filter(isObject) : []
  }
  const all = ask({ limit: 20 })
  expect(ask({ limit: 5 })).toEqual(all.slice(0, 5))
  expect(ask({ limit: 5, offset: 3 })).toEqual(all.slice(3, 8))
  // Nested fields of a row can be used like its own.
  const field = Object.entries(fieldsOf(all)).find(([, kind]) => kind === 'num')?.[0]
  if (field === undefined) throw new Error('no number to sort by')
  const metrics = (more: Record<string, unknown>) =>
    ask({ limit: 20, ...more }).map((row) => Number(valueAt(row, field)))
  const sorted = metrics({ order_by: [`${field},desc`] })
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))
  const bound = Number(valueAt(all[0], field))
  const least = metrics({ filters: [field, '>=', bound] })
  expect(least.length).toBeGreaterThan(0)
  expect(least.filter((metric) => metric < bound)).toEqual([])
  expect(() => ask({ filters: ['no_such_field', '=', 1] })).toThrow(/There is no field 'no_such_field'/)
  expect(() => ask({ filters: [field, 'about', 1] })).toThrow(/There is no operator 'about'/)
  expect(() => ask({ order_by: ['no_such_field,asc'] })).toThrow(/There is no field/)
})
