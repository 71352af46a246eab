import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeSample, SAMPLE_LANGUAGES } from '#code-samples/code-samples.ts'
import { locationOf } from '#lib/location.ts'
import { readAddress } from './address.ts'
import { readShared } from './read-shared.ts'
import { shareAddress } from './share-link.ts'

const AT = '/api-playground/serp/serp.google.organic/task_post'
const CANARY = 'CANARY-7351'

const open = (address: string) => readShared(readAddress(locationOf(address)).shared ?? '')

test('a link opens exactly the request it was made of, in any alphabet', () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.integer(), fc.boolean(), fc.constant(null))
  const name = fc.constantFrom('keyword', 'ключ', 'depth', 'a.b', '😀')
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(value, fc.array(value)), { noNullPrototype: true }), (task) => {
      const address = shareAddress(AT, { task, params: { id: 'x/ÿ' } }) ?? ''
      expect(address).toMatch(/^[\w%/?=&+.#-]+$/)
      expect(open(address)).toEqual({ task, params: { id: 'x/ÿ' } })
      expect(readAddress(locationOf(address)).named).toEqual(['serp.google.organic', 'task_post'])
    }),
  )
})

test('no link holds a password, a token or the query of an address', () => {
  const secret = fc.constantFrom<Record<string, unknown>>(
    { password: CANARY },
    { api_key: [CANARY] },
    { Authorization: `Basic ${CANARY}` },
    { access_token: { inner: CANARY } },
    { postback_url: `https://me:${CANARY}@example.com/in?token=${CANARY}#${CANARY}` },
    { webhook_url: `no address ${CANARY}` },
  )
  const { task } = fc.letrec<{ task: Record<string, unknown> }>((tie) => ({
    task: fc.oneof(
      { depthSize: 'small' },
      secret,
      fc.tuple(secret, fc.array(tie('task'), { maxLength: 2 })).map(([one, list]) => ({ ...one, list })),
      tie('task').map((inner) => ({ keyword: 'desk', inner })),
    ),
  }))
  fc.assert(
    fc.property(task, (one) => {
      const read = open(shareAddress(AT, { task: one, params: {} }) ?? '')
      expect(read).toBeDefined()
      expect(JSON.stringify(read)).not.toContain(CANARY)
    }),
  )
})

test('a link that was cut, made up or would be too long opens nothing', () => {
  const address = shareAddress(AT, { task: { keyword: 'standing desk' }, params: {} }) ?? ''
  for (let length = address.indexOf('#'); length < address.length - 1; length += 1)
    expect(open(address.slice(0, length))).toBeUndefined()
  for (const text of ['', 'null', '%', 'bnVsbA', 'eyJ0YXNrIjpbXX0', '☃']) expect(readShared(text)).toBeUndefined()
  expect(shareAddress(AT, { task: { keywords: Array(10_000).fill('word') }, params: {} })).toBeUndefined()
})

test.each(SAMPLE_LANGUAGES)('code in %s takes the password from its environment', (language) => {
  for (const body of [undefined, '[{"keyword":"desk"}]']) {
    const code = codeSample(language, {
      method: body ? 'POST' : 'GET',
      url: 'https://api.example.com/v3/a',
      login: 'ann',
      body,
    })
    expect(code).toContain('API_PASSWORD')
  }
})
