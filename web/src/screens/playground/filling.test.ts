import { CODE } from '@portico/contract/codes.ts'
import type { PlaygroundRun, SavedRequest } from '@portico/contract/playground.ts'
import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { fillingOf } from './filling.ts'
import { shareAddress } from './share-link.ts'

const SEARCH = 'POST /v3/serp/google/organic/live/advanced'
const LOOK_UP = 'GET /v3/serp/google/locations/{country}'
const method = (id: string) => {
  const [http_method = '', path = ''] = id.split(' ')
  return { id, path, http_method }
}
const FUNCTIONS: Parameters<typeof fillingOf>[1]['functions'] = JSON.parse(
  JSON.stringify([{ methods: [method(SEARCH), method(LOOK_UP)] }]),
)
const run: PlaygroundRun = {
  id: 7,
  at: '2026-03-01T10:00:00Z',
  method_id: SEARCH,
  mode: 'sandbox',
  params: {},
  task: { keyword: 'desk' },
  status_code: CODE.ok,
  status_message: 'Ok.',
  cost_micros: 0,
  time_ms: 1,
  task_id: null,
  has_result: true,
}
const saved: SavedRequest = {
  ...run,
  name: 'Desks',
  folder: '',
  is_shared: true,
  is_own: false,
  changed_at: run.at,
}
const known = { functions: FUNCTIONS, named: undefined, past: undefined, runs: [run], saved: [saved], isAsking: false }
const at = (search: string, more: Partial<typeof known> = {}, hash = '') =>
  fillingOf(readAddress({ path: '/api-playground/serp', search, hash }), { ...known, ...more })
const past = (path: string, request: unknown, http_method = 'POST') =>
  ({ past: { path, request, http_method } }) as object

test('a link to a run or a saved request fills the form, and one to a missing one is reported', () => {
  expect(at('?run=7')).toMatchObject({ method_id: SEARCH, task: { keyword: 'desk' } })
  expect(at('?saved=7')).toMatchObject({ method_id: SEARCH, task: { keyword: 'desk' } })
  for (const search of ['?run=8', '?saved=8', '?saved=', '?run=__proto__'])
    expect(at(search)).toMatchObject({ task: {}, missing: 'request' })
  expect(at('?run=8', { isAsking: true }), 'it may still come').toBeUndefined()
  expect(at('')).toBeUndefined()
})

test('a link with a request in it fills the form, and a cut one is reported', () => {
  const task = { keyword: 'desk' }
  const hash = shareAddress('', { task, params: {} }) ?? ''
  expect(at('', { named: undefined }, hash)).toMatchObject({ task })
  expect(at('', {}, hash.slice(0, -9))).toMatchObject({ task: {}, missing: 'link' })
})

test('a past call fills its own form only, never that of another function', () => {
  expect(at('?from=a', past('/v3/serp/google/organic/live/advanced', { keyword: 'desk' }))).toMatchObject({
    method_id: SEARCH,
    task: { keyword: 'desk' },
  })
  expect(at('?from=a', past('/v3/serp/google/locations/de', null, 'GET'))).toEqual({
    key: `from a ${LOOK_UP}`,
    method_id: LOOK_UP,
    task: {},
    params: { country: 'de' },
  })
  const elsewhere = at('?from=a', past('/v3/merchant/google/products/task_post', { price_max: 900 }))
  expect(elsewhere).toMatchObject({ method_id: undefined, task: {}, missing: 'function' })
  const forgotten = at('?from=a', past('/v3/serp/google/organic/live/advanced', null))
  expect(forgotten).toMatchObject({ method_id: SEARCH, missing: 'task' })
  expect(at('?from=a', { past: null } as object)).toMatchObject({ missing: 'task' })
  expect(at('?from=a'), 'it is asked for').toBeUndefined()
})
