import { afterEach, expect, test, vi } from 'vitest'
import { parseCookies, readCookie, writeCookie } from './cookies.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['', []],
  ['a=1', [['a', '1']]],
  [
    'a=1; b=two%20words',
    [
      ['a', '1'],
      ['b', 'two words'],
    ],
  ],
  ['a=x=y==', [['a', 'x=y==']]],
  ['a=100%', [['a', '100%']]],
  ['a=first; a=second', [['a', 'first']]],
  [
    'a; =b; c=',
    [
      ['a', ''],
      ['c', ''],
    ],
  ],
  ['__proto__=x', [['__proto__', 'x']]],
])('the cookies in %j', (text, cookies) => {
  expect([...parseCookies(text)]).toEqual(cookies)
})

/** A fake cookie jar that counts its reads. */
function stubJar(text: string) {
  const jar = { text, reads: 0 }
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', {
    get cookie() {
      jar.reads += 1
      return jar.text
    },
    set cookie(line: string) {
      jar.text = line
    },
  })
  return jar
}

test('reads in one task read the cookies once; later reads see what the server has set since', async () => {
  const jar = stubJar('token=one')
  expect([readCookie('token'), readCookie('token'), jar.reads]).toEqual(['one', 'one', 1])
  jar.text = 'token=two'
  await Promise.resolve()
  expect(readCookie('token')).toBe('two')
})

test('a cookie just written is read back at once', () => {
  stubJar('token=one')
  expect(readCookie('token')).toBe('one')
  writeCookie('token', 'mine', 60)
  expect(readCookie('token')).toBe('mine')
})
