import { CODE } from '@portico/contract/codes.ts'
import type { ErrorDetail } from '@portico/contract/errors.ts'
import { expect, test } from 'vitest'
import { curlOf } from '#code-samples/past-call.ts'
import { supportText } from './copy-texts.ts'

const error: ErrorDetail = {
  id: '019cade0-0000-7000-8000-000000000001',
  at: '2026-03-02T10:00:00.000Z',
  code: CODE.invalidField,
  class: 'validation',
  message: "Invalid Field: 'keyword'.",
  function: 'serp/google/organic',
  title: 'Google organic',
  path: '/v3/serp/google/organic/live/advanced',
  task_id: '03021000-1111-2222-3333-444444444444',
  http_status: 200,
  login: "o'neil@example.com",
  kind: 'request',
  request_id: '019cade0-0000-7000-8000-000000000002',
  ip: '203.0.113.9',
  is_sandbox: false,
  is_retryable: false,
  time_ms: 12,
  http_method: 'POST',
  count: 1,
  url: 'https://api.example.com/v3/serp/google/organic/live/advanced',
  request_cut_at: null,
  request: { keyword: "it's $(here) `now`", depth: 30 },
  playground: 'serp',
  credential: null,
  plain: null,
  refusal: null,
}

/** Parses a command like a shell: a backslash takes the next character as it is, quotes take everything. */
function words(command: string): string[] {
  const pieces = command.match(/'[^']*'|\\[\s\S]|[ \n]+|[^'\\ \n]+/g) ?? []
  const read: string[] = []
  let word: string | undefined
  for (const piece of pieces) {
    if (/^[ \n]/.test(piece)) {
      if (word !== undefined) read.push(word)
      word = undefined
    } else if (piece !== '\\\n') word = (word ?? '') + plain(piece)
  }
  return word === undefined ? read : [...read, word]
}

function plain(piece: string): string {
  if (piece.startsWith("'")) return piece.slice(1, -1)
  return piece.startsWith('\\') ? piece.slice(1) : piece
}

test('a shell reads the command as it was meant, whatever the request', () => {
  expect(words(curlOf(error))).toEqual([
    'curl',
    '--user',
    "o'neil@example.com:YOUR_API_PASSWORD",
    '--header',
    'Content-Type: application/json',
    '--data',
    JSON.stringify([error.request]),
    error.url,
  ])
})

test('a GET has its fields in the address and no body, and a request that is no longer stored is an empty task', () => {
  const get = words(curlOf({ ...error, http_method: 'GET', request: { page: 2, tags: ['a b', 'c'] } }))
  expect(get.slice(3)).toEqual([`${error.url}?page=2&tags=a%20b&tags=c`])
  expect(words(curlOf({ ...error, request: null }))[6]).toBe('[{}]')
})

test('a command repeats the method as it was sent', () => {
  expect(words(curlOf({ ...error, http_method: 'DELETE' })).slice(3, 5)).toEqual(['--request', 'DELETE'])
  expect(words(curlOf({ ...error, http_method: 'PUT' }))).toContain(JSON.stringify([error.request]))
})

const PLAIN = { query: [{ name: 'page', style: 'form', explode: true }], form: null, selecting: {} } as const
const plainCall = (http_method: string, plain: Partial<NonNullable<ErrorDetail['plain']>>, request: unknown) =>
  words(
    curlOf({ ...error, http_method, request, plain: { ...PLAIN, query: [...PLAIN.query], body: 'fields', ...plain } }),
  )

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s of a plain document sends its fields as one object', (method) => {
  const sent = plainCall(method, {}, { page: 2, name: 'Ada' })
  expect(sent.slice(-2)).toEqual([JSON.stringify({ name: 'Ada' }), `${error.url}?page=2`])
  expect(sent.includes('--request')).toBe(method !== 'POST')
})

test('a call of a plain document sends a value, a form or nothing as its document declares it', () => {
  expect(plainCall('PUT', { body: 'value' }, { page: 1, body: [1, 2] }).slice(-2)).toEqual([
    '[1,2]',
    `${error.url}?page=1`,
  ])
  expect(plainCall('DELETE', { body: 'none' }, { page: 1, more: 'x' }).slice(3)).toEqual([
    '--request',
    'DELETE',
    `${error.url}?page=1&more=x`,
  ])
  const type = 'application/x-www-form-urlencoded'
  const form = { type, types: [type], fields: [], files: [] }
  expect(plainCall('POST', { body: 'bytes', form }, { name: 'a&b' }).slice(-4)).toEqual([
    `Content-Type: ${type}`,
    '--data-raw',
    'name=a%26b',
    error.url,
  ])
  const selecting = { 'X-Action': 'add' }
  expect(plainCall('POST', { selecting }, {}).slice(3, 5)).toEqual(['--header', 'X-Action: add'])
})

test('the text for our support names the call and holds neither a password nor the request', () => {
  const text = supportText(error)
  expect(text).toContain(error.request_id)
  expect(text).toContain('40501')
  for (const secret of ['here', 'YOUR_API_PASSWORD', '203.0.113.9']) expect(text).not.toContain(secret)
})

test('a line without a value is left out', () => {
  const text = supportText({ ...error, task_id: null, http_status: null, request_id: null })
  expect(text.split('\n').map((line) => line.split(':')[0])).toEqual([
    'Code',
    'Time',
    'Request',
    'API login',
    'Request ID',
  ])
  expect(text).toContain(error.id)
})
