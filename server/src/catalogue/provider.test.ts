import { playgroundSections, usageSections } from '@portico/contract/catalogue.ts'
import { describe, expect, test } from 'vitest'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'

const catalogue = openCatalogue(BUNDLED)
const charged = catalogue.entries.filter(({ kind }) => kind === 'live' || kind === 'task_post')

describe('the bundled provider', () => {
  test.each(playgroundSections('portico'))('the playground has three functions or more under %s', (id) => {
    const section = catalogue.sections().playground.find((one) => one.id === id)
    const functions = new Set(charged.filter((entry) => entry.playground === id).map((entry) => entry.function_id))
    expect(functions.size).toBeGreaterThanOrEqual(3)
    expect(section?.functions).toEqual(expect.arrayContaining([...functions]))
  })

  test.each(usageSections('portico'))('usage has three functions or more under %s', (id) => {
    const functions = catalogue.functionsOf(id).filter(({ methods }) => methods.some(({ tariff }) => tariff !== null))
    expect(functions.length).toBeGreaterThanOrEqual(3)
  })

  test('the unified overview has every function', () => {
    expect(catalogue.functionsOf('unified-overview')).toEqual(catalogue.functions())
  })

  test('sections have the order of the menu', () => {
    expect(catalogue.sections().playground.map(({ id }) => id)).toEqual([...playgroundSections('portico'), 'merchant'])
    expect(catalogue.sections().usage.map(({ id }) => id)).toEqual([...usageSections('portico'), 'ai-optimization'])
  })

  test.each(charged.map((entry) => [entry.id, entry] as const))(
    '%s costs something, and its example is valid',
    (_id, entry) => {
      const quote = catalogue.price(entry, catalogue.chargeableUnits(entry, entry.sample))
      expect(quote.max_micros).toBeGreaterThan(0)
      expect(Number.isSafeInteger(quote.max_micros)).toBe(true)
      expect(Object.keys(entry.sample)).not.toEqual([])
      expect(catalogue.validate(entry, entry.sample)).toEqual([])
      expect(entry.title).not.toBe('')
      expect(entry.summary).not.toBe('')
    },
  )

  test('every other call is free, and every field has a description', () => {
    for (const entry of catalogue.entries) {
      if (!charged.includes(entry))
        expect(catalogue.price(entry, { priority: 2, results: 9 }).max_micros, entry.id).toBe(0)
      const fields = Object.entries(entry.schema.properties ?? {})
      for (const [name, field] of fields) expect(field.description, `${entry.id} ${name}`).toBeTruthy()
    }
  })

  test('every task can be listed when ready and fetched', () => {
    for (const one of catalogue.functions())
      for (const method of one.methods.filter(({ kind }) => kind === 'task')) {
        expect(method.ready_path, method.path).toMatch(/\/tasks_ready$/)
        expect(method.results.length, method.path).toBeGreaterThan(0)
      }
  })

  test.each(['serp', 'keywords_data', 'portico_labs', 'backlinks', 'on_page', 'merchant', 'ai_optimization'])(
    '%s lists ids and errors from our own database',
    (api) => {
      expect(catalogue.find('POST', `/v3/${api}/id_list`)?.entry.kind).toBe('account')
      expect(catalogue.find('POST', `/v3/${api}/errors`)?.entry.kind).toBe('account')
    },
  )

  test('the appendix is free and answered from our own database', () => {
    for (const name of ['user_data', 'errors', 'status'])
      expect(catalogue.find('GET', `/v3/appendix/${name}`)?.entry.kind).toBe('account')
    expect(catalogue.find('POST', '/v3/appendix/webhook_resend')?.entry.max_tasks).toBe(100)
  })

  test('backlinks and mentions need their subscription; looking up fields does not', () => {
    expect(catalogue.find('POST', '/v3/backlinks/summary/live')?.entry.subscription).toBe('backlinks')
    expect(catalogue.find('POST', '/v3/ai_optimization/llm_mentions/search/live')?.entry.subscription).toBe(
      'llm_mentions',
    )
    expect(catalogue.find('GET', '/v3/backlinks/index')?.entry.subscription).toBeNull()
    expect(catalogue.find('POST', '/v3/serp/google/organic/live/advanced')?.entry.subscription).toBeNull()
  })

  test('entries that list and fetch results are in the section of their task', () => {
    const ready = catalogue.find('GET', '/v3/business_data/google/reviews/tasks_ready')?.entry
    expect(ready?.posted_by?.id).toBe('POST /v3/business_data/google/reviews/task_post')
    expect(ready?.usage).toEqual(['business-data', 'reviews'])
    expect(catalogue.find('GET', '/v3/on_page/summary/1')?.entry.posted_by?.path).toBe('/v3/on_page/task_post')
  })

  test('the price of a search is the one in the price book', () => {
    const find = (path: string) => {
      const found = catalogue.find('POST', path)
      if (!found) throw new Error(path)
      return found.entry
    }
    const live = find('/v3/serp/google/organic/live/advanced')
    const task = find('/v3/serp/google/organic/task_post')
    const cost = (entry: typeof live, task: object) =>
      catalogue.price(entry, catalogue.chargeableUnits(entry, task)).max_micros
    expect(cost(live, {})).toBe(2_000)
    expect(cost(live, { depth: 30, calculate_rectangles: true })).toBe(2_000 + 2 * 1_500 + 2_000)
    expect(cost(task, { depth: 700 })).toBe(600 + 69 * 450)
    expect(cost(task, { depth: 700, priority: 2, max_crawl_pages: 2 })).toBe(1_200 + 900)
    expect(cost(find('/v3/backlinks/backlinks/live'), { limit: 1_000 })).toBe(20_000 + 30_000)
    expect(cost(find('/v3/on_page/task_post'), { max_crawl_pages: 3 })).toBe(375)
  })

  test('a renamed product renames its functions', () => {
    const renamed = openCatalogue(BUNDLED, 'acme')
    expect(renamed.find('POST', '/v3/acme_labs/google/keyword_ideas/live')).toBeDefined()
    expect(renamed.find('POST', '/v3/portico_labs/google/keyword_ideas/live')).toBeUndefined()
    expect(renamed.sections().usage.map(({ id }) => id)).toContain('acme-labs')
  })
})
