import { afterAll, expect, test } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'
import { splitVariant } from './path-variant.ts'

afterAll(dropProviders)

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const SELLING = { prefix: '/data', has_api_host: false, has_source: true }
const constant = (name: string, location: string, value: string) =>
  `{ name: ${name}, in: ${location}, required: true, schema: { type: string, enum: [${value}] } }`
const DOCUMENT = `openapi: 3.0.0
info: { title: Queues, version: '1' }
paths:
  /#X-Amz-Target=Queue_2012.Send: { post: { operationId: Send, parameters: [${constant('X-Amz-Target', 'header', 'Queue_2012.Send')}], responses: {} } }
  /#X-Amz-Target=Queue_2012.Take: { post: { parameters: [${constant('X-Amz-Target', 'header', 'Queue_2012.Take')}], responses: {} } }
  /{queue}/#Action=Purge: { get: { parameters: [${constant('Action', 'query', 'Purge')}], responses: {} } }
  /{queue}/#Action=Count: { get: { parameters: [${constant('Action', 'query', 'Count')}], responses: {} } }
  /rest?method=photos.search: { get: { responses: {} } }
  /rest?method=photos.recent&safe={safe}: { get: { parameters: [{ name: safe, in: path, required: true, schema: { type: string } }], responses: {} } }
  /items: { get: { responses: {} } }
  /items#owner&kind: { get: { parameters: [{ name: owner, in: query, schema: { type: string } }, { name: kind, in: query, schema: { type: string } }], responses: {} } }
  /items#owner: { get: { parameters: [{ name: owner, in: query, schema: { type: string } }], responses: {} } }
  /files#overload=stream: { post: { responses: {} } }
  /files#overload=url: { post: { responses: {} } }
`
const open = () =>
  openCatalogue(writeProvider({ 'weather.yaml': DOCUMENT, 'prices.yaml': PRICES }), 'p', undefined, SELLING)

test.each([
  ['POST', '/data', '', { 'x-amz-target': 'Queue_2012.Send' }, 'POST /data#Queue_2012.Send'],
  ['POST', '/data', '', { 'x-amz-target': 'Queue_2012.Take' }, 'POST /data#Queue_2012.Take'],
  ['POST', '/data', '', { 'x-amz-target': 'Queue_2012.Drop' }, undefined],
  ['POST', '/data', '', {}, undefined],
  ['GET', '/data/inbox', 'Action=Count&x=1', {}, 'GET /data/{queue}#Count'],
  ['HEAD', '/data/inbox/', 'Action=Purge', {}, 'GET /data/{queue}#Purge'],
  ['GET', '/data/inbox', 'action=Count', {}, undefined],
  ['GET', '/data/rest', 'method=photos.search', {}, 'GET /data/rest#photos.search'],
  ['GET', '/data/rest', 'safe=1&method=photos.recent', {}, 'GET /data/rest#photos.recent&safe'],
  ['GET', '/data/rest', 'method=photos.recent', {}, undefined],
  ['GET', '/data/items', '', {}, 'GET /data/items'],
  ['GET', '/data/items', 'owner=a', {}, 'GET /data/items#owner'],
  ['GET', '/data/items', 'kind=b&owner=a', {}, 'GET /data/items#owner&kind'],
  ['POST', '/data/files', '', {}, 'POST /data/files#stream'],
] as const)('%s %s?%s %j finds the operation that its parameters select', (method, path, search, headers, id) => {
  expect(open().find(method, path, { search, headers })?.entry.id).toBe(id)
})

test('operations of one path have functions, titles and forms of their own, and go to the address without query or fragment', () => {
  const { entries } = open()
  const sold = entries.filter(({ kind }) => kind === 'live')
  expect(sold.map(({ function_id, title, upstream_path }) => [function_id, title, upstream_path])).toEqual([
    ['Queue_2012.Send', 'Send', '/'],
    ['Queue_2012.Take', 'Take', '/'],
    ['{queue}#Purge', 'Purge', '/{queue}/'],
    ['{queue}#Count', 'Count', '/{queue}/'],
    ['rest#photos.search', 'Search', '/rest'],
    ['rest#photos.recent&safe', 'Photos.recent&safe', '/rest'],
    ['items', 'Items', '/items'],
    ['items#owner&kind', 'Owner&kind', '/items'],
    ['items#owner', 'Owner', '/items'],
    ['files#stream', 'Stream', '/files'],
  ])
  const search = sold.find(({ function_id }) => function_id === 'rest#photos.search')
  expect(search?.sample).toEqual({ method: 'photos.search' })
  expect(search?.schema.required).toEqual(['method'])
})

test('of two operations that nothing distinguishes only the first is sold, and the other is named with its line', () => {
  const left = open().left_out.map(({ id, where, reason }) => [id, where.split(':').at(-1), reason.slice(0, 15)])
  expect(left).toEqual([['POST /data/files#url', '14', 'it stands in /t']])
})

test.each([
  ['/a/b', '/a/b', ''],
  ['/a?', '/a', ''],
  ['/a?x=1=2&&y', '/a', '1=2&y'],
  ['/a#x#y', '/a', 'x&y'],
  ['/a#x?y={y}', '/a', 'x&y'],
])('the path %s has the address %s', (path, address, label) => {
  expect(splitVariant(path)).toMatchObject({ address, label })
})
