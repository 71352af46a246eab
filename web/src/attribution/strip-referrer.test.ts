import { describe, expect, test } from 'vitest'
import { paramNames, stripReferrer } from './strip-referrer.ts'

const OWN = 'dash.example'

describe('P3 the stripped address of the previous page is', () => {
  test.each([
    ['https://www.google.com/search?q=my+secret', 'https://www.google.com/search'],
    ['https://blog.example/top-10-data-apis.html#me', 'https://blog.example/top-10-data-apis.html'],
    ['https://user:pass@blog.example:8443/a', 'https://blog.example:8443/a'],
    ['https://blog.example/users/12345/posts', 'https://blog.example/users/*/posts'],
    ['https://blog.example/u/anna@acme.example', 'https://blog.example/u/*'],
    ['https://blog.example/reset/9f86d081884c7d659a2feaa0', 'https://blog.example/reset/*'],
    ['https://blog.example/t/QWxhZGRpbjpvcGVu', 'https://blog.example/t/*'],
    ['https://blog.example/t/abcdefghijklmnopqrstuvwxyz', 'https://blog.example/t/*'],
    ['https://blog.example/o/550e8400-e29b-41d4-a716-446655440000/', 'https://blog.example/o/*/'],
    ['https://blog.example/caf%C3%A9/x', 'https://blog.example/*/x'],
    [`https://blog.example/${'ab/'.repeat(300)}`, 'https://blog.example'],
  ])('%s → %s', (referrer, stripped) => expect(stripReferrer(referrer, OWN)).toBe(stripped))

  test.each([[''], ['nonsense'], ['javascript:alert(1)'], ['https://dash.example/reset-password/5/token']])(
    'empty for %j',
    (referrer) => {
      expect(stripReferrer(referrer, OWN)).toBeUndefined()
      expect(paramNames(referrer, OWN)).toBeUndefined()
    },
  )
})

describe('P3 only the names of its parameters stay', () => {
  test.each([
    ['https://blog.example/?token=abc&utm_source=x&token=def', 'token,utm_source'],
    ['https://blog.example/?anna@acme.example&eyJhbGciOi=1&q=hello', 'q'],
    ['https://blog.example/?9f86d081884c7d65', undefined],
    ['https://blog.example/', undefined],
  ])('%s → %s', (referrer, names) => expect(paramNames(referrer, OWN)).toBe(names))
})

test('a previous address made to keep the tab busy is read quickly', () => {
  const began = performance.now()
  expect(stripReferrer(`https://blog.example/${'-aa'.repeat(2_000)}!`, OWN)).toBe('https://blog.example/*')
  expect(stripReferrer('https://blog.example/My-Page_Title.html-abcdefghijklmnop', OWN)).toBe(
    'https://blog.example/My-Page_Title.html-abcdefghijklmnop',
  )
  expect(performance.now() - began).toBeLessThan(1_000)
})
