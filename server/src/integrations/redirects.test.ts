import { pino } from 'pino'
import { Agent, type Dispatcher } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readUpstream } from '#env/upstream.ts'
import { openTestServer, type TestServer } from '#testing/gateway/upstream.ts'
import { openGuardedAgent, redirectTarget } from './redirects.ts'
import { openUpstreamPass, type PassRequest } from './upstream-pass.ts'

const RULE = { hosts: ['cdn.example.com', '*.storage.example.net'], server: 'https://api.example.com/v2' }

describe('where a redirect leads', () => {
  const source = new URL('https://inner.example.org/api')
  const from = new URL('https://inner.example.org/api/files/7')
  const rows: [string, string | undefined, object][] = [
    ['a path below the source', '/api/other?x=1', { kind: 'source', path: '/api/other?x=1', is_below: true }],
    ['a relative path', '8', { kind: 'source', path: '/api/files/8', is_below: true }],
    [
      'another path of its host, without our credentials',
      '/login',
      { kind: 'source', path: '/login', is_below: false },
    ],
    ['a path that only begins alike', '/apis', { kind: 'source', path: '/apis', is_below: false }],
    ['dot segments that leave it', '/api/../admin', { kind: 'source', path: '/admin', is_below: false }],
    ['the documented name', 'https://api.example.com/v2/a', { kind: 'source', path: '/api/a', is_below: true }],
    ['another path of that name', 'https://api.example.com/admin', { refused: expect.stringContaining('path') }],
    ['a listed host', 'https://cdn.example.com/a', { kind: 'other' }],
    ['a name below a listed one', 'https://eu.storage.example.net/a', { kind: 'other' }],
    ['the listed name itself without its star', 'https://storage.example.net/a', { refused: 'host is not allowed' }],
    ['a name that only ends alike', 'https://evilcdn.example.com/', { refused: 'host is not allowed' }],
    ['another host', 'https://example.com/', { refused: 'host is not allowed' }],
    ['another port of the source', 'https://inner.example.org:8443/api', { refused: 'host is not allowed' }],
    ['a listed host without encryption', 'http://cdn.example.com/a', { refused: 'not encrypted' }],
    ['credentials', 'https://a:b@cdn.example.com/', { refused: 'address with credentials' }],
    ['another protocol', 'ftp://cdn.example.com/', { refused: 'no address' }],
    ['no address', undefined, { refused: 'no address' }],
    ['an address that is none', 'https://', { refused: 'no address' }],
  ]
  test.each(rows)('%s: %s', (_, location, expected) => {
    expect(redirectTarget(location, from, source, RULE)).toMatchObject(expected)
  })

  test.each(['127.0.0.1', '[::1]', '169.254.169.254', '10.1.2.3', '[fd00::1]', '0x7f.1', '2130706433', 'localhost'])(
    'never to %s, even if the operator lists it',
    (host) => {
      const rule = { hosts: [new URL(`http://${host}`).hostname], server: undefined }
      expect(redirectTarget(`https://${host}/`, from, source, rule)).toEqual({ refused: 'private address' })
    },
  )
})

describe('following', () => {
  let source: TestServer
  let other: TestServer
  let close: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    source = await openTestServer((_, response) => response.end('source'))
    other = await openTestServer((_, response) => response.end('other'))
  })
  afterEach(async () => {
    await Promise.all([...close.map((one) => one()), source.close(), other.close()])
    close = []
  })

  function open(elsewhere?: Dispatcher) {
    const values: Record<string, string> = { UPSTREAM_URL: `${source.url}/api`, UPSTREAM_AUTH: 'Bearer operator' }
    const env = { upstream: readUpstream((name) => values[name]) }
    const pass = openUpstreamPass(env, pino({ level: 'silent' }), undefined, elsewhere)
    if (!pass) throw new Error('no source is configured')
    close.push(() => pass.abort())
    return async (more: Partial<PassRequest> = {}) => {
      const answer = await pass.call({
        id: 'GET /a',
        login_id: 1,
        request_id: 'r',
        method: 'GET',
        path: '/a',
        headers: { accept: '*/*', range: 'bytes=0-9', 'x-customer-id': '7', 'x-key': 'secret' },
        follow: RULE,
        ...more,
      })
      if (!answer.ok) return { status: 0, text: answer.reason }
      return { status: answer.status, text: Buffer.concat(await answer.body.toArray()).toString() }
    }
  }
  /** Every name leads to the other server. */
  const toOther = () =>
    new Agent({
      connect: {
        lookup: (_, options, done) =>
          options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
      },
    })
  const redirect = (status: number, ...locations: string[]) =>
    source.setAnswer((_, response) => {
      const location = locations.shift()
      if (location === undefined) response.end('source')
      else response.writeHead(status, { location }).end('moved')
    })
  const atOther = () => `http://cdn.example.com:${new URL(other.url).port}/file?sig=1`

  test('another host gets neither credentials nor the names of customers', async () => {
    redirect(302, atOther())
    expect(await open(toOther())()).toEqual({ status: 200, text: 'other' })
    const [sent] = other.received
    expect(sent).toMatchObject({ path: '/file?sig=1', headers: { accept: '*/*', range: 'bytes=0-9' } })
    expect(JSON.stringify(sent)).not.toMatch(/operator|secret|customer/)
  })

  test('the source gets our credentials below its address only', async () => {
    redirect(302, '/api/b', '/elsewhere')
    expect(await open()()).toEqual({ status: 200, text: 'source' })
    expect(source.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/api/a', 'Bearer operator'],
      ['/api/b', 'Bearer operator'],
      ['/elsewhere', undefined],
    ])
  })

  test.each<[number, 'POST' | 'PUT' | 'HEAD', string, string]>([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', ''],
    [302, 'PUT', 'PUT', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'PUT', 'PUT', 'body'],
  ])('%i of a %s is followed by a %s with the body %j', async (status, method, next, body) => {
    redirect(status, '/api/b')
    const bytes = method === 'HEAD' ? undefined : Buffer.from('body')
    expect(
      await open()({ method, body: bytes, ...(bytes && { headers: { 'content-type': 'text/plain' } }) }),
    ).toMatchObject({
      status: 200,
    })
    expect(source.received[1]).toMatchObject({ method: next, body })
    expect(source.received[1]?.headers['content-type']).toBe(body ? 'text/plain' : undefined)
  })

  test('five redirects are followed, a sixth is returned', async () => {
    redirect(302, ...Array(5).fill('/api/again'))
    expect(await open()()).toMatchObject({ status: 200 })
    redirect(302, ...Array(6).fill('/api/again'))
    expect(await open()()).toEqual({ status: 302, text: 'moved' })
    expect(source.received).toHaveLength(12)
  })

  test('a name that resolves to a private address is not connected to', async () => {
    redirect(302, atOther())
    const agent = openGuardedAgent(1000, 1000, async () => [{ address: '127.0.0.1', family: 4 }])
    expect(await open(agent)()).toEqual({ status: 0, text: 'down' })
    expect(other.received).toEqual([])
  })

  test('without the rule a redirect is returned, and other statuses are never followed', async () => {
    redirect(302, '/api/b')
    expect(await open()({ follow: undefined })).toEqual({ status: 302, text: 'moved' })
    redirect(300, '/api/b')
    expect(await open()()).toEqual({ status: 300, text: 'moved' })
  })
})
