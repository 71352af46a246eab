import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Headers, TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { PROXY_HEADERS, PROXY_PREFIXES } from './proxy-headers.ts'

const OWN = new URL('https://dash.example')
const STAFF = new URL('https://staff.example')
const BRAND = new URL('https://brand.example')
const PROXY = '127.0.0.1'
const settings = { PUBLIC_URL: OWN.origin, STAFF_URL: STAFF.origin, TRUST_PROXY: PROXY }

const site = sharedApp({ settings })
let port: number
beforeAll(async () => {
  await site.operator(operator.setWhitelabel, { host: BRAND.host, id: 7, brand: { title: 'Brand Co' }, by: 'test' })
  await site.addStaff({ email: 'sam@example.com', name: 'Sam Staff' })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
})

const claims = (host: string): [string, Headers][] => [
  ['X-Forwarded-Host', { 'x-forwarded-host': host }],
  ['X-Forwarded-Host with several hosts', { 'x-forwarded-host': `${OWN.host}, ${host}` }],
  ['X-Forwarded-Server', { 'x-forwarded-server': host }],
  ['Forwarded', { forwarded: `for=203.0.113.9;host=${host};proto=https` }],
  ['X-Original-Host', { 'x-original-host': host }],
  ['X-Host', { 'x-host': host }],
  ['X-HTTP-Host-Override', { 'x-http-host-override': host }],
  [':authority', { ':authority': host }],
  ['all of them', { 'x-forwarded-host': host, forwarded: `host=${host}`, 'x-host': host, ':authority': host }],
]

describe('SEC2-N4 A27 Z9 the host is read from Host alone', () => {
  test.each(claims(STAFF.host))('the staff host is not reached by %s', async (_, headers) => {
    const browser = site.browser({ site: OWN, ip: PROXY })
    await browser.open('/signin')
    const input = { email: 'sam@example.com', password: TEST_PASSWORD, captcha: '' }
    const proxied = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', ...headers }
    for (const origin of [OWN.origin, STAFF.origin]) {
      const { status, body } = await browser.call(auth.authenticate, input, { headers: { ...proxied, origin } })
      expect([origin, status]).toEqual([origin, origin === OWN.origin ? 400 : 403])
      expect(body).not.toHaveProperty('needs')
    }
  })

  test.each(claims(BRAND.host))('a white-label is not reached by %s', async (_, headers) => {
    const browser = site.browser({ site: OWN, ip: PROXY })
    const { status, text } = await browser.send({ path: '/api/boot', headers })
    expect([status, text.includes('Brand Co')]).toEqual([200, false])
  })

  test('the white-label and the staff host are reached by their own Host', async () => {
    const branded = site.browser({ site: BRAND, ip: PROXY })
    expect((await branded.send({ path: '/api/boot' })).text).toContain('Brand Co')
    const staff = site.browser({ site: STAFF, ip: PROXY })
    await staff.open('/signin')
    const input = { email: 'sam@example.com', password: TEST_PASSWORD, captcha: '' }
    expect((await staff.call(auth.authenticate, input)).body).toMatchObject({ needs: 'code' })
  })
})

/** The whole answer to these bytes. */
async function raw(lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (part: string) => {
    text += part
  })
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  await once(socket, 'close')
  return text
}

describe('SEC2-N4 request targets with a host of their own', () => {
  test.each([
    `http://${BRAND.host}/api/boot`,
    `https://${BRAND.host}/api/boot`,
    `http://${BRAND.host}:443/api/boot`,
    `http://${OWN.host}@${BRAND.host}/api/boot`,
  ])('%s does not choose the host', async (target) => {
    const text = await raw([`GET ${target} HTTP/1.1`, `Host: ${OWN.host}`])
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).not.toContain('Brand Co')
  })

  test.each([`http://${OWN.host}/api/operator/status`, `http://${STAFF.host}/api/operator/status`])(
    'the operator endpoint is not reached by %s',
    async (target) => {
      expect(await raw([`GET ${target} HTTP/1.1`, `Host: ${OWN.host}`])).toMatch(/^HTTP\/1\.1 4\d\d /)
    },
  )

  test('a path with two slashes is a path', async () => {
    expect(await raw([`GET //${BRAND.host}/api/boot HTTP/1.1`, `Host: ${OWN.host}`])).not.toContain('Brand Co')
  })

  test('a pseudo-header of HTTP/2 is not a header of HTTP/1.1', async () => {
    const lines = ['GET /api/boot HTTP/1.1', `Host: ${OWN.host}`, `:authority: ${BRAND.host}`]
    expect(await raw(lines)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('SEC2-N12 a request with two hosts', () => {
  test.each([
    ['/api/boot', 'an endpoint'],
    ['/signin', 'a page'],
    ['/v3/appendix/errors', 'the data API'],
    ['/mcp', 'agents'],
    ['/nothing-here', 'an unknown address'],
  ])('%s refuses it (%s)', async (path) => {
    const once_named = await raw([`GET ${path} HTTP/1.1`, `Host: ${OWN.host}`])
    expect(once_named).not.toMatch(/^HTTP\/1\.1 400 /)
    for (const second of [OWN.host, BRAND.host]) {
      const text = await raw([`GET ${path} HTTP/1.1`, `Host: ${OWN.host}`, `host: ${second}`])
      expect([second, text.slice(0, 13)]).toEqual([second, 'HTTP/1.1 400 '])
      expect(text).not.toContain('Brand Co')
    }
  })
})

describe('SEC2-N11 the operator token is never accepted through a proxy', () => {
  const status = async (headers: Headers) => (await site.operator(operator.status, {}, headers)).status

  test('the token is accepted without a header of a proxy', async () => {
    expect(await status({})).toBe(200)
  })

  test.each([
    ...PROXY_HEADERS,
    ...PROXY_PREFIXES.flatMap((prefix) => [`${prefix}host`, `${prefix}for`]),
    'x-forwarded-proto',
    'x-forwarded-for',
    'x-real-ip',
  ])('the token is refused with %s', async (name) => {
    expect(await status({ [name]: '203.0.113.9' })).not.toBe(200)
    expect(await status({ [name]: '' })).not.toBe(200)
  })
})
