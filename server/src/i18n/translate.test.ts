import { expect, test } from 'vitest'
import { type TextKey, textOf, textsIn } from './translate.ts'

test('a text is written in its language with its values, in English from its key', () => {
  const values = { name: "Ann {x} # '" }
  expect(textsIn('en')('Hello {name},', values)).toBe("Hello Ann {x} # ',")
  expect(textsIn('de')('Hello {name},', values)).toBe("Guten Tag Ann {x} # ',")
})

test('a wrong text, a forgotten value and a wrong one do not compile', () => {
  const t = textsIn('en')
  // @ts-expect-error no such text
  expect(t('Good night')).toBe('Good night')
  // @ts-expect-error no name
  expect(t('Hello {name},')).toBe('Hello ,')
  // @ts-expect-error the value has another name
  expect(t('Hello {name},', { member: 'Ann' })).toBe('Hello ,')
})

test.each([
  ['en', 1, '1 call'],
  ['en', 1200, '1,200 calls'],
  ['ru', 3, '3 few'],
  ['ru', 5, '5 calls'],
  ['en', 0, 'no call'],
] as const)('a plural in %s of %d is: %s', (language, count, text) => {
  const calls = '{count, plural, =0 {no call} one {# call} few {# few} other {# calls}}' as TextKey
  expect(textOf(language, calls, { count })).toBe(text)
})

test('a select takes the named case, otherwise the last one, whatever the value is called', () => {
  const of = (scope: string) =>
    textOf('en', 'limit{scope, select, all {} other { for {scope}}} #1' as TextKey, { scope })
  expect(['all', 'serp', 'constructor', 'offset'].map(of)).toEqual([
    'limit #1',
    'limit for serp #1',
    'limit for constructor #1',
    'limit for offset #1',
  ])
})
