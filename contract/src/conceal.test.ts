import { expect, test } from 'vitest'
import { CONCEALED, conceal, concealText } from './conceal.ts'

const SECRETS = [
  { access_token: 'abc"def\\', user: 'ann' },
  { user: 'ann', credentials: { name: 'abc', list: ['}', { key: 'abc' }] }, items: [1, 2] },
  { list: [{ api_key: 12345 }, { password: null }], next_page_token: 'page 2' },
  { postback_url: 'https://example.com/done?token=abc', pingback_url: 'https://example.com/ping' },
]

test.each(SECRETS)('secrets in the text of %o are concealed as in the value', (value) => {
  for (const space of [0, 2]) {
    const text = JSON.stringify(value, null, space)
    expect(JSON.parse(concealText(text))).toEqual(conceal(value))
  }
})

test.each(SECRETS.map((value) => JSON.stringify(value)))('no cut of %s leaves a secret in the text', (text) => {
  for (let end = 0; end <= text.length; end += 1) expect(concealText(text.slice(0, end))).not.toMatch(/abc|1234|token=/)
})

test('every event of a stream is concealed, also after one that was cut, and the rest stays as it is', () => {
  const stream =
    'event: one\ndata: {"access_token":"abc","n":1}\n\ndata: {"secret":"ab\n\ndata: {"text":"a \\"quote\\"","token": "abc"}\n\n'
  expect(concealText(stream)).toBe(
    `event: one\ndata: {"access_token":"${CONCEALED}","n":1}\n\ndata: {"secret":"${CONCEALED}"\n\ndata: {"text":"a \\"quote\\"","token": "${CONCEALED}"}\n\n`,
  )
  for (const plain of ['', 'no JSON: "at" all', '5" pipes', '{"tokens":3,"text":"x"}'])
    expect(concealText(plain)).toBe(plain)
  expect(concealText('5" pipes {"password": "abc"}')).toBe(`5" pipes {"password": "${CONCEALED}"}`)
})

test.each(['"', '\\"', '"a"', '"a":', '"token":', '"token":"', '"token":[', '" ', '{"a":"\\'])(
  'a hostile text of %s is read in linear time',
  (part) => {
    const begun = Date.now()
    concealText(part.repeat(50_000))
    expect(Date.now() - begun).toBeLessThan(2000)
  },
)
