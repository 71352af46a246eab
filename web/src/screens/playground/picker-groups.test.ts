import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import { expect, test } from 'vitest'
import { pickerGroups } from './picker-groups.ts'

type Given = Parameters<typeof pickerGroups>[0]

function sold(id: string, title: string, summary = ''): CatalogueFunction {
  const [section = ''] = id.split('/')
  const rest = { usage: [], playground: section, subscription: null, api: section }
  const method = { kind: 'live', http_method: 'POST', tier: null, title, summary: '', max_tasks: 1 } as const
  const more = { priorities: [], tariff: null, ready_path: null, results: [], plain: null }
  const methods = ['live', 'task_post'].map((end) => ({
    ...method,
    ...more,
    id: `POST /v3/${id}/${end}`,
    path: `/v3/${id}/${end}`,
  }))
  return { id, title, summary, ...rest, methods }
}

const functions = [
  sold('serp/google/organic', 'Google organic results'),
  sold('serp/bing/organic', 'Bing organic results'),
  sold('keywords/volume', 'Search volume', 'How often words are searched for'),
  sold('backlinks/summary', 'Backlinks summary'),
]
const sections = ['serp', 'keywords', 'backlinks'].map((id) => ({ id, title: id.toUpperCase(), functions: [] }))
const given: Given = { functions, sections, section_id: 'serp', favourites: [], most_used: [], runs: [] }
const run = (id: string) => ({ method_id: `POST /v3/${id}` })
const shown = (more: Partial<Given>, typed = '') =>
  pickerGroups({ ...given, ...more }, typed).map(({ id, functions: own }) => [id, ...own.map((one) => one.id)])

test('before anything is typed every function is in its section, the open one first', () => {
  expect(shown({ section_id: 'keywords' })).toEqual([
    ['section-keywords', 'keywords/volume'],
    ['section-serp', 'serp/google/organic', 'serp/bing/organic'],
    ['section-backlinks', 'backlinks/summary'],
  ])
})

test("favorites come first, then the login's last runs, each once and whichever method it was", () => {
  const runs = ['keywords/volume/live', 'keywords/volume/task_post', 'gone/live', 'serp/bing/organic/live'].map(run)
  const favourites = ['backlinks/summary', 'gone', 'keywords/volume']
  expect(shown({ runs, favourites }).slice(0, 2)).toEqual([
    ['favourites', 'backlinks/summary', 'keywords/volume'],
    ['recent', 'serp/bing/organic'],
  ])
})

test.for([
  ['its name', 'volume', ['keywords/volume']],
  ['its path', 'serp/bing', ['serp/bing/organic']],
  ['a word of its description', 'often', ['keywords/volume']],
  ['a mistyped word', 'orgnaic', ['serp/google/organic', 'serp/bing/organic']],
  ['the words it has, where none has all', 'backlinks of my zebra', ['backlinks/summary']],
  ['most of the words before some of them', 'organic gooogle zebra', ['serp/google/organic', 'serp/bing/organic']],
  ['nothing fits', 'zebra', []],
  ['nothing fits by short words', 'a of zebra', []],
] as const)('MN-09 a function is found in any section by %s', ([, typed, ids]) => {
  expect(shown({ section_id: 'backlinks' }, typed)).toEqual([['found', ...ids]])
})

test('among equal matches a favorite comes first', () => {
  expect(shown({ favourites: ['serp/bing/organic'] }, 'organic')).toEqual([
    ['found', 'serp/bing/organic', 'serp/google/organic'],
  ])
})

test('among functions whose names match alike, the most used one comes first, after a favorite', () => {
  const most_used = ['serp/bing/organic', 'backlinks/summary']
  expect(shown({}, 'organic')).toEqual([['found', 'serp/google/organic', 'serp/bing/organic']])
  expect(shown({ most_used }, 'organic')).toEqual([['found', 'serp/bing/organic', 'serp/google/organic']])
  expect(shown({ most_used, favourites: ['serp/google/organic'] }, 'organic')).toEqual([
    ['found', 'serp/google/organic', 'serp/bing/organic'],
  ])
})
