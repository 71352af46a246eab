import { expect, test } from 'vitest'
import { parseCookies } from './cookies.ts'

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
