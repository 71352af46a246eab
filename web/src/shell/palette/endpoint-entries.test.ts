import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { Modules } from '@portico/contract/menu.ts'
import { expect, test } from 'vitest'
import { findByWords } from '#lib/find-by-words.ts'
import { endpointEntries } from './endpoint-entries.ts'

const DOCS = 'https://docs.example/'
const modulesWith = (url: string): Modules => ({
  main: [
    {
      html_id: 'one',
      label: 'One',
      url,
      desc: '',
      item_class: '',
      item_icon_class: '',
      type: 'link',
      group: null,
      submodules_options: [],
    },
  ],
  nav_bar: [],
  nav_bar_info: [],
})

function sold(id: string, title: string, playground: string | null, summary = ''): CatalogueFunction {
  const path = `/v3/${id}/live`
  const method = { id: `POST ${path}`, kind: 'live' as const, http_method: 'POST' as const, path, tier: null, title }
  const rest = { summary: '', max_tasks: 1, priorities: [], tariff: null, ready_path: null, results: [], plain: null }
  return {
    id,
    api: 'serp',
    title,
    summary,
    usage: [],
    playground,
    subscription: null,
    methods: [{ ...method, ...rest }],
  }
}

const functions = [
  sold('serp/google/organic', 'Google search results', 'serp', 'Up to 100 positions for a keyword.'),
  sold('appendix/status', 'Service status', null),
]
const urls = (modules: Modules, docs_url: string | null = DOCS) =>
  endpointEntries(functions, modules, docs_url).map(({ url, isExternal }) => [url, isExternal])

test('RO-01 an endpoint leads to its page in the playground, or to the documentation where the user has none', () => {
  const inside = '/api-playground/serp/serp.google.organic'
  expect(urls(modulesWith('/api-playground'))).toEqual([
    [inside, false],
    [DOCS, true],
  ])
  expect(urls(modulesWith('/api-dashboard'))).toEqual([
    [DOCS, true],
    [DOCS, true],
  ])
  expect(urls(modulesWith('/api-playground'), null)).toEqual([[inside, false]])
})

test.for([
  ['its name', 'google search'],
  ['a part of its path', 'organic'],
  ['two parts as they stand', 'google/organic'],
  ['a word of its description', 'positions'],
  ['a mistyped word', 'gogle serach'],
  ['its whole address', '/v3/serp/google/organic/live'],
] as const)('the palette finds an endpoint by %s', ([, typed]) => {
  const entries = endpointEntries(functions, modulesWith('/api-playground'), DOCS)
  expect(findByWords(entries, typed).map(({ id }) => id)).toEqual(['serp/google/organic'])
})
