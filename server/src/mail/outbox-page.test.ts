import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#env/env.ts'
import { openFileMailer } from '#integrations/file-mailer.ts'
import { TEST_SETTINGS } from '#testing/mail/mail.ts'
import { outboxPage } from './index.ts'

const EVIL = '<script>alert(1)</script>"\'&'
let data_dir: string
beforeAll(async () => {
  data_dir = mkdtempSync(join(tmpdir(), 'outbox-page-'))
  const mailer = openFileMailer(data_dir)
  await mailer.send({
    message_id: '<1@x>',
    date: new Date('2026-03-02T10:00:00.000Z'),
    from: { name: EVIL, address: 'no-reply@example.com' },
    to: 'ann@example.com',
    subject: `Hello ${EVIL}`,
    text: `Text ${EVIL}\nhttp://localhost:8080/reset-password/1/abc\n`,
    html: `<p>${EVIL}</p>`,
    headers: { 'X-Evil': EVIL },
  })
  mailer.close()
})
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

function open(settings: Record<string, string> = {}) {
  const app = Fastify()
  outboxPage(app, { env: readEnv({ ...TEST_SETTINGS, DATA_DIR: data_dir, ...settings }) })
  return (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url, headers: { host: 'localhost:8080', ...headers }, remoteAddress })
}

const linkOf = (page: string) => /href="(\/outbox\/[^"]+)"/.exec(page)?.[1] ?? ''

test('the outbox lists mails and shows each, with working links', async () => {
  const get = open()
  const list = await get('/outbox')
  expect(list.statusCode).toBe(200)
  expect(list.body).toContain('ann@example.com')
  const mail = await get(linkOf(list.body))
  expect(mail.statusCode).toBe(200)
  expect(mail.body).toContain('href="http://localhost:8080/reset-password/1/abc"')
  expect(mail.body).toMatch(/<iframe sandbox title="[^"]+" srcdoc="&#60;p&#62;/)
})

test('nothing in a mail runs: all is escaped, and the page may load nothing', async () => {
  const get = open()
  const list = await get('/outbox')
  for (const page of [list, await get(linkOf(list.body))]) {
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('&#60;script&#62;')
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'/,
    )
    expect(page.headers['content-security-policy']).not.toMatch(/script-src|sandbox|http/)
    expect(page.headers['cache-control']).toBe('no-store')
  }
})

const OWN: [string, string][] = [
  ['localhost:8080', '127.0.0.1'],
  ['127.0.0.1:8080', '127.0.0.1'],
  ['[::1]:8080', '::1'],
  ['localhost', '::ffff:127.0.0.1'],
]
test.each(OWN)('the outbox answers this machine: Host %s from %s', async (host, ip) => {
  expect((await open()('/outbox', { host }, ip)).statusCode).toBe(200)
})

const STRANGERS: [string, Record<string, string>, string][] = [
  ['another machine', {}, '192.168.1.7'],
  ['another machine over IPv6', {}, '2001:db8::1'],
  ['a name that was led here', { host: 'evil.example:8080' }, '127.0.0.1'],
  ['a name that looks like ours', { host: '127.0.0.1.evil.example' }, '127.0.0.1'],
  ['a name that begins like ours', { host: 'localhost.evil.example' }, '127.0.0.1'],
  ['a user part before another host', { host: 'localhost@evil.example' }, '127.0.0.1'],
  ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
  ['a proxy that declares itself', { via: '1.1 proxy' }, '127.0.0.1'],
]
test.each(STRANGERS)('the outbox does not exist for %s', async (_who, headers, ip) => {
  const [own, get] = [open(), open({ TRUST_PROXY: '127.0.0.1' })]
  const link = linkOf((await own('/outbox')).body)
  expect((await get('/outbox', headers, ip)).statusCode).toBe(404)
  expect((await get(link, headers, ip)).statusCode).toBe(404)
})

test.each(['/outbox/..%2f..%2fsecret', '/outbox/nothing', '/outbox/20260302T100000000Z-aaaaaaaaaaaa'])(
  '%s is not found',
  async (url) => {
    expect((await open()(url)).statusCode).toBe(404)
  },
)

test('the outbox page does not exist in production or beside a mail server', async () => {
  expect((await open({ NODE_ENV: 'production' })('/outbox')).statusCode).toBe(404)
  expect((await open({ SMTP_URL: 'smtp://mail.example.com' })('/outbox')).statusCode).toBe(404)
})
