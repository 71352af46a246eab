import { CONCEALED, conceal } from '@portico/contract/conceal.ts'
import { describe, expect, test } from 'vitest'
import { isPrivate } from '#integrations/private-address.ts'
import { webhookTarget } from '#integrations/webhook-call.ts'
import { readCredentials } from '../admit/authenticate.ts'
import { plainGatewayUrl } from '../plain/plain-url.ts'
import { canonical, digest } from './canonical.ts'
import { readQuery } from './read-query.ts'
import { isTaskId, newTaskId } from './task-id.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each([
  ['/v3/serp', '/v3/serp'],
  ['//v3/serp', '/v3/serp'],
  ['///v3//serp///x/', '/v3/serp/x'],
  ['//sandbox//v3//serp/', '/sandbox/v3/serp'],
  ['/v3', '/v3/'],
  ['/v3?a=//b', '/v3/?a=//b'],
  ['/v3/serp/?a=1?b', '/v3/serp?a=1?b'],
  ['/v3/%zz', '/v3/no-such-path'],
  ['/v3/%ff', '/v3/no-such-path'],
  [`/v3/${'x'.repeat(401)}`, '/v3/no-such-path'],
  ['/v30/serp', '/v30/serp'],
  ['//evil.example/v3', '//evil.example/v3'],
  ['/api//v3', '/api//v3'],
])('%s is %s', (url, plain) => expect(plainGatewayUrl(url)).toBe(plain))

test.each([
  [basic('a@b.c:pw'), { login: 'a@b.c', password: 'pw' }],
  [basic('a@b.c:p:w:'), { login: 'a@b.c', password: 'p:w:' }],
  [basic('ü@b.c:ß'), { login: 'ü@b.c', password: 'ß' }],
  [basic('a@b.c:').replace('Basic', 'bAsIc'), { login: 'a@b.c', password: '' }],
  [basic('no colon'), undefined],
  [basic(':only a password'), undefined],
  [basic('a\0:b'), undefined],
  ['Basic', undefined],
  ['Basic !!!', undefined],
  ['Bearer abc', undefined],
  [basic('a:'.padEnd(2000, 'x')), undefined],
  [undefined, undefined],
])('credentials of header %# are parsed', (header, expected) => expect(readCredentials(header)).toEqual(expected))

test('G6 equal requests have one canonical form', () => {
  expect(canonical([{ b: 1, a: [true, null, 'x'] }])).toBe(canonical([{ a: [true, null, 'x'], b: 1, c: null }]))
  expect(canonical({ a: 1 })).not.toBe(canonical({ a: '1' }))
  expect(canonical([1, 23])).not.toBe(canonical([12, 3]))
  expect(canonical({ a: { b: 1 } })).not.toBe(canonical({ a: { b: 2 } }))
  expect(digest('ab', 'c').equals(digest('a', 'bc'))).toBe(false)
  let deep: unknown = 1
  for (let at = 0; at < 100_000; at += 1) deep = [deep]
  expect(canonical(deep).length).toBeLessThan(100)
})

test('a stored request contains no secret', () => {
  const stored = conceal({
    keyword: 'password reset',
    api_key: 'k',
    custom: { Authorization: 'Basic x', nested: [{ client_secret: 's', ok: 1 }] },
    access_token: 't',
    offset_token: 'next',
    pingback_url: 'https://user:pass@hooks.example/done?key=1#x',
    postback_url: 'nonsense',
    cookie: null,
  })
  expect(stored).toEqual({
    keyword: 'password reset',
    api_key: CONCEALED,
    custom: { Authorization: CONCEALED, nested: [{ client_secret: CONCEALED, ok: 1 }] },
    access_token: CONCEALED,
    offset_token: 'next',
    pingback_url: `https://hooks.example/done?${CONCEALED}`,
    postback_url: CONCEALED,
    cookie: null,
  })
})

test('a query is parsed with the types of its document', () => {
  const schema = {
    properties: { limit: { type: 'integer' }, all: { type: 'boolean' }, of: { type: 'array' } },
  } as const
  expect(readQuery(schema, { limit: '10', all: 'true', of: 'a,b', other: '1' })).toEqual({
    limit: 10,
    all: true,
    of: ['a', 'b'],
    other: '1',
  })
  expect(readQuery(schema, { limit: 'ten', all: '1' })).toEqual({ limit: 'ten', all: '1' })
})

test('a task id contains its minute and is recognised by its form', () => {
  const id = newTaskId(new Date('2026-03-02T10:07:59Z'))
  expect(id.startsWith('03021007-')).toBe(true)
  expect(isTaskId(id)).toBe(true)
  for (const other of ['', `${id}x`, id.toUpperCase().replace('03021007', 'XX021007'), undefined, 7])
    expect(isTaskId(other)).toBe(false)
})

describe('webhook addresses that are refused', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ])('%s', (address) => expect(isPrivate(address)).toBe(true))
  test.each(['1.1.1.1', '172.32.0.1', '193.99.144.80', '2606:4700:4700::1111', '2a00:1450::1'])('but %s', (address) =>
    expect(isPrivate(address)).toBe(false),
  )
  test('in any spelling of an address', () => {
    for (const url of [
      'http://0x7f.1/',
      'http://127.1/',
      'http://[::ffff:7f00:1]/',
      'http://LOCALHOST/',
      'http://a.localhost./',
    ])
      expect(webhookTarget(url, false), url).toBeUndefined()
    expect(webhookTarget('https://hooks.example/x?y', false)?.href).toBe('https://hooks.example/x?y')
    expect(webhookTarget('http://127.0.0.1:9/', true)?.port).toBe('9')
    expect(webhookTarget('file:///etc/passwd', true)).toBeUndefined()
  })
})
