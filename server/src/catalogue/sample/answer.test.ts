import { expect, test } from 'vitest'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { answerFromSample, type Entry, openCatalogue } from '../index.ts'
import { isObject } from '../yaml-node.ts'

const catalogue = openCatalogue(BUNDLED)
const NOW = new Date('2026-03-02T10:00:00Z')
const answered = catalogue.entries.filter(({ kind }) => kind !== 'account' && kind !== 'tasks_ready')
const taskOf = (entry: Entry) => (entry.posted_by ?? entry).sample

function ask(path: string, task: Record<string, unknown>) {
  const found = catalogue.find('POST', path) ?? catalogue.find('GET', path)
  if (!found) throw new Error(path)
  const answer = answerFromSample(found.entry, task, NOW)
  const [first] = answer.result
  return {
    ...answer,
    first: isObject(first) ? first : {},
    items: isObject(first) && Array.isArray(first.items) ? first.items : [],
  }
}

test.each(answered.map((entry) => [entry.id, entry] as const))(
  '%s gives the same answer twice and counts its results',
  (_id, entry) => {
    const answer = answerFromSample(entry, taskOf(entry), NOW)
    expect(answerFromSample(entry, structuredClone(taskOf(entry)), NOW)).toEqual(answer)
    expect(answer.result.length).toBeGreaterThan(0)
    for (const one of answer.result) {
      expect(one).not.toBeNull()
      if (!isObject(one) || !Array.isArray(one.items)) continue
      expect(one.items).not.toContain(null)
      if ('items_count' in one) expect(one.items_count).toBe(one.items.length)
    }
    const units = catalogue.chargeableUnits(entry, taskOf(entry))
    if (entry.tariff?.results) expect(answer.results).toBeLessThanOrEqual(units.results ?? 0)
    if (entry.tariff?.pages) expect(answer.pages).toBeLessThanOrEqual(units.pages ?? 0)
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  },
)

test('no answer is the generic fallback', () => {
  for (const entry of answered) {
    const [first] = answerFromSample(entry, taskOf(entry), NOW).result
    const keys = isObject(first) && Array.isArray(first.items) ? Object.keys(first.items[0] ?? {}) : []
    expect(keys, entry.id).not.toEqual(['position', 'title', 'value'])
  }
})

test('a fetched result has as many results as the posted task', () => {
  for (const entry of answered.filter(({ posted_by }) => posted_by !== null)) {
    const posted = entry.posted_by ?? entry
    for (const task of [posted.sample, { ...posted.sample, depth: null, block_depth: null }]) {
      const [{ results, pages }, fetched] = [answerFromSample(posted, task, NOW), answerFromSample(entry, task, NOW)]
      expect(fetched, entry.id).toMatchObject({ results, ...(pages && { pages }) })
    }
  }
})

const SEARCH = '/v3/serp/google/organic/live/regular'
const keyword = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }

test('depth sets the number of results and pages', () => {
  expect(ask(SEARCH, { ...keyword, depth: 25 })).toMatchObject({ results: 25, pages: 3 })
  expect(ask(SEARCH, { ...keyword, depth: 50, max_crawl_pages: 2 })).toMatchObject({ results: 20, pages: 2 })
  expect(ask(SEARCH, keyword)).toMatchObject({ results: 10, pages: 1 })
})

test('a deeper or tagged task has the same first results, and another keyword has others', () => {
  const first = ask(SEARCH, { ...keyword, depth: 5 }).items
  expect(ask(SEARCH, { ...keyword, depth: 50, tag: 'a', priority: 2 }).items.slice(0, 5)).toEqual(first)
  expect(ask(SEARCH, { ...keyword, keyword: 'desk lamp', depth: 5 }).items).not.toEqual(first)
})

test('the order of fields does not change the answer', () => {
  const turned = { language_code: 'en', location_code: 2840, keyword: 'standing desk' }
  expect(ask(SEARCH, turned).result).toEqual(ask(SEARCH, keyword).result)
})

const LINKS = '/v3/backlinks/backlinks/live'
const target = { target: 'brightharbor.example' }

test('pages of one list fit together', () => {
  const all = ask(LINKS, { ...target, limit: 20 }).items
  expect(ask(LINKS, { ...target, limit: 10 }).items).toEqual(all.slice(0, 10))
  expect(ask(LINKS, { ...target, limit: 10, offset: 10 }).items).toEqual(all.slice(10))
})

test('filters apply to every row, order to the whole list', () => {
  const filters = [['dofollow', '=', true], 'and', ['rank', '>=', 100]]
  const { items, first } = ask(LINKS, { ...target, limit: 50, filters, order_by: ['rank,desc'] })
  const ranks = items.map((item: { rank: number }) => item.rank)
  expect(items.length).toBeGreaterThan(5)
  expect(items.every((item: { dofollow: boolean; rank: number }) => item.dofollow && item.rank >= 100)).toBe(true)
  expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => b - a))
  expect(first.total_count).toBeGreaterThanOrEqual(items.length)
})

test.each<[string, unknown[], (item: { domain_from: string; rank: number }) => boolean]>([
  ['one condition', ['rank', '<', 50], ({ rank }) => rank < 50],
  ['either', [['rank', '<', 50], 'or', ['rank', '>', 550]], ({ rank }) => rank < 50 || rank > 550],
  ['a text like', ['domain_from', 'like', '%stone%'], ({ domain_from }) => domain_from.includes('stone')],
  ['a text that ends', ['domain_from', 'like', '%.test'], ({ domain_from }) => domain_from.endsWith('.test')],
  ['a text that begins', ['domain_from', 'like', 'am%'], ({ domain_from }) => domain_from.startsWith('am')],
  ['a text unlike', ['domain_from', 'not_like', '%.test'], ({ domain_from }) => !domain_from.endsWith('.test')],
  ['one of a list', ['rank', 'in', [1, 2, 3, 4, 5, 6, 7, 8, 9]], ({ rank }) => rank >= 1 && rank <= 9],
])('a filter by %s selects the matching rows', (_title, filters, holds) => {
  const { items, results } = ask(LINKS, { ...target, limit: 200, filters })
  expect(items.every(holds)).toBe(true)
  expect(results).toBe(items.length)
  const unfiltered = ask(LINKS, { ...target, limit: 200 }).items.filter(holds)
  expect(items).toEqual(unfiltered)
})

test('a keyword has the same metrics in every function', () => {
  const volume = ask('/v3/keywords_data/google_ads/search_volume/live', {
    keywords: ['desk lamp'],
    location_code: 2840,
  })
  const labs = ask('/v3/portico_labs/google/keyword_suggestions/live', {
    keyword: 'desk',
    location_code: 2840,
    language_code: 'en',
    limit: 500,
  })
  const [listed] = labs.items.filter((item: { keyword: string }) => item.keyword === 'desk guide')
  const [looked_up] = ask('/v3/keywords_data/google_ads/search_volume/live', {
    keywords: ['desk guide'],
    location_code: 2840,
  }).result
  expect(volume.results).toBe(1)
  expect(listed.keyword_info.search_volume).toBe(isObject(looked_up) ? looked_up.search_volume : undefined)
})

test('a crawl finds as many pages as its summary counts, and no more than requested', () => {
  const crawl = { target: 'quillstone.example', max_crawl_pages: 40 }
  const posted = ask('/v3/on_page/task_post', crawl)
  const pages = ask('/v3/on_page/pages', { ...crawl, id: '03021000-0000-0216', limit: 1_000 })
  expect(posted.pages).toBe(pages.first.total_count)
  expect(posted.pages).toBeLessThanOrEqual(40)
})

test('a generated text has the length that is charged', () => {
  const { result, results } = ask('/v3/content_generation/generate_text/live', { topic: 'desks', word_count: 33 })
  const [first] = result
  expect(results).toBe(33)
  expect(isObject(first) && String(first.generated_text).split(' ')).toHaveLength(33)
})

test('a country narrows locations', () => {
  const found = catalogue.find('GET', '/v3/serp/google/locations/de')
  if (!found) throw new Error('not found')
  const { result } = answerFromSample(found.entry, found.params, NOW)
  expect(result).toEqual([expect.objectContaining({ country_iso_code: 'DE', location_code: 2276 })])
})

test('out-of-range numbers give no more rows than the document allows', () => {
  expect(ask(SEARCH, { ...keyword, depth: 1e9 }).results).toBeLessThanOrEqual(200)
  expect(ask(LINKS, { ...target, limit: 1e9, offset: -5 }).results).toBeLessThanOrEqual(1_000)
})

test('every domain in a sample answer ends in .example or .test', () => {
  const text = JSON.stringify(answered.map((entry) => answerFromSample(entry, taskOf(entry), NOW).result))
  const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = '']) => host)
  expect(hosts.length).toBeGreaterThan(1_000)
  expect(hosts.filter((host) => !/\.(example|test)$/.test(host))).toEqual([])
})
