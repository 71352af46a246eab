import { expect, test } from 'vitest'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'

const catalogue = openCatalogue(BUNDLED)

test.each<[string, string, string, string | undefined, Record<string, string>?]>([
  ['an exact path', 'POST', '/v3/serp/google/organic/live/advanced', 'POST /v3/serp/google/organic/live/advanced'],
  [
    'a doubled slash, as a base address with one at its end makes it',
    'POST',
    '//v3/serp/google/organic/live/advanced',
    'POST /v3/serp/google/organic/live/advanced',
  ],
  [
    'slashes doubled inside',
    'POST',
    '/v3//serp/google//organic/live/advanced',
    'POST /v3/serp/google/organic/live/advanced',
  ],
  [
    'a slash at the end',
    'POST',
    '/v3/serp/google/organic/live/advanced/',
    'POST /v3/serp/google/organic/live/advanced',
  ],
  [
    'a template',
    'GET',
    '/v3/serp/google/organic/task_get/advanced/0302-ab',
    'GET /v3/serp/google/organic/task_get/advanced/{id}',
    { id: '0302-ab' },
  ],
  [
    'a template with slashes around',
    'GET',
    '//v3/on_page/summary/7%20a/',
    'GET /v3/on_page/summary/{id}',
    { id: '7 a' },
  ],
  ['a look-up by GET', 'GET', '/v3/serp/google/locations', 'GET /v3/serp/google/locations'],
  ['a look-up by POST', 'POST', '/v3/serp/google/locations', 'GET /v3/serp/google/locations'],
  [
    'a look-up of a country by POST',
    'POST',
    '/v3/serp/google/locations/us',
    'GET /v3/serp/google/locations/{country}',
    { country: 'us' },
  ],
  ['a charged call by GET is none', 'GET', '/v3/serp/google/organic/live/advanced', undefined],
  ['our own records by GET are none', 'GET', '/v3/serp/id_list', undefined],
  ['a result by POST is none', 'POST', '/v3/serp/google/organic/task_get/advanced/1', undefined],
  ['an unknown path', 'POST', '/v3/serp/google/organic', undefined],
  ['another version', 'POST', '/v2/serp/google/organic/live/advanced', undefined],
  ['a template left open', 'GET', '/v3/serp/google/organic/task_get/advanced', undefined],
  ['a template filled twice', 'GET', '/v3/serp/google/organic/task_get/advanced/1/2', undefined],
  ['what cannot be decoded', 'GET', '/v3/on_page/summary/%E0%A4%A', undefined],
  ['the name every object has', 'GET', '/v3/constructor', undefined],
  ['nothing', 'GET', '', undefined],
  ['a very long path', 'GET', `/v3${'/a'.repeat(5_000)}`, undefined],
])('%s', (_title, method, path, id, params) => {
  const found = catalogue.find(method, path)
  expect(found?.entry.id).toBe(id)
  if (id) expect(found?.params).toEqual(params ?? {})
})

test('every path of the catalogue is found with its parameters', () => {
  for (const entry of catalogue.entries)
    expect(catalogue.find(entry.http_method, entry.path.replaceAll(/\{\w+\}/g, 'x'))?.entry).toBe(entry)
})

test.each([
  ['/v3/serp/google/organic/live/html', 'serp/google/organic', 'live', 'html'],
  ['/v3/on_page/lighthouse/live/json', 'on_page/lighthouse', 'live', 'json'],
  ['/v3/on_page/instant_pages', 'on_page/instant_pages', 'live', null],
  ['/v3/on_page/task_post', 'on_page', 'task_post', null],
  ['/v3/keywords_data/portico_trends/explore/live', 'keywords_data/portico_trends/explore', 'live', null],
])('%s belongs to %s', (path, function_id, kind, tier) => {
  expect(catalogue.find('POST', path)?.entry).toMatchObject({ function_id, kind, tier })
})
