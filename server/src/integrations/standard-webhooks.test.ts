import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { newWebhookSecret, signatureHeaders } from './standard-webhooks.ts'

const at = new Date('2026-03-02T10:00:00.900Z')
const message = { id: 'msg_1', at, body: '{"type":"alert.balance"}' }

/** Verifies as the specification describes, with code independent of the sender. */
function verifies(secret: string, headers: Record<string, string>, body: string): boolean {
  const encoded = secret.replace(/^whsec_/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.length % 4 !== 0) return false
  const signed = Buffer.concat([
    Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
    Buffer.from(body),
  ])
  const expected = createHmac('sha256', Buffer.from(encoded, 'base64')).update(signed).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const [version, signature = ''] = one.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

test('a signature equals the one published with the specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"test": 2432232314}'
  const headers = signatureHeaders([secret], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1614265330_000), body })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a receiver verifies a message with the secret it was shown, and refuses any other', () => {
  const secret = newWebhookSecret()
  const headers = signatureHeaders([secret], message)
  expect(headers['webhook-timestamp'], 'whole seconds').toBe('1772445600')
  expect(verifies(secret, headers, message.body)).toBe(true)
  expect(verifies(newWebhookSecret(), headers, message.body)).toBe(false)
  expect(verifies(secret, headers, `${message.body} `)).toBe(false)
  expect(verifies(secret, { ...headers, 'webhook-id': 'msg_2' }, message.body)).toBe(false)
  expect(verifies(secret, { ...headers, 'webhook-timestamp': '1772445601' }, message.body)).toBe(false)
})

test('while a secret is replaced, a receiver with either verifies the message', () => {
  const [secret, old] = [newWebhookSecret(), newWebhookSecret()]
  const headers = signatureHeaders([secret, old], message)
  expect([secret, old].map((one) => verifies(one, headers, message.body))).toEqual([true, true])
})

test('a secret of version 0.2, in base64url, signs as the same bytes in base64', () => {
  const bytes = Buffer.alloc(32, 0xfb)
  const [before, now] = [bytes.toString('base64url'), bytes.toString('base64')]
  expect(before).not.toBe(now)
  expect(signatureHeaders([`whsec_${before}`], message)).toEqual(signatureHeaders([`whsec_${now}`], message))
})
