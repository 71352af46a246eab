import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import { expect, test } from 'vitest'
import { methodOfPath, tasksOfApi } from './task-ids.ts'

const method = (http_method: string, path: string) => ({ id: `${http_method} ${path}`, http_method, path })
const functions = [
  { methods: [method('GET', '/v3/on_page/summary/{id}'), method('POST', '/v3/on_page/pages')] },
  { methods: [method('GET', '/v3/serp/google/locations'), method('GET', '/v3/serp/google/locations/{country}')] },
] as unknown as Pick<CatalogueFunction, 'methods'>[]

test.each([
  ['GET', '/v3/on_page/summary/0302-1', { method_id: 'GET /v3/on_page/summary/{id}', params: { id: '0302-1' } }],
  ['GET', '/v3/serp/google/locations', { method_id: 'GET /v3/serp/google/locations', params: {} }],
  [
    'GET',
    '/v3/serp/google/locations/C%C3%B4te',
    { method_id: 'GET /v3/serp/google/locations/{country}', params: { country: 'Côte' } },
  ],
  ['POST', '/v3/on_page/summary/0302-1', undefined],
  ['GET', '/v3/on_page/summary/', undefined],
])('the parameters of %s %s are read from its path', (http_method, path, found) =>
  expect(methodOfPath(functions, http_method, path)).toEqual(found),
)

test("the login's tasks of the same API are offered, the newest first, each once", () => {
  const runs = [
    { task_id: 'b', method_id: 'POST /v3/on_page/task_post', at: '2026-03-02T10:00:00Z' },
    { task_id: null, method_id: 'POST /v3/on_page/pages', at: '2026-03-02T11:00:00Z' },
    { task_id: 'x', method_id: 'POST /v3/serp/google/organic/task_post', at: '2026-03-02T12:00:00Z' },
  ]
  const rows = [
    { task_id: 'c', path: '/v3/on_page/task_post', at: '2026-03-02T12:00:00Z' },
    { task_id: 'b', path: '/v3/on_page/task_post', at: '2026-03-02T10:00:00Z' },
    { task_id: 'y', path: '/v3/serp/google/organic/task_post', at: '2026-03-02T12:00:00Z' },
  ]
  expect(tasksOfApi('/v3/on_page/pages', runs, rows).map(({ id }) => id)).toEqual(['c', 'b'])
})
