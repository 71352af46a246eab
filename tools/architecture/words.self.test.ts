import { expect, test } from 'vitest'
import { checkWords } from './words.ts'

const check = (text: string) => checkWords([{ path: 'server/src/a.ts', text }])

test.each([
  ['a variable', 'const place = 1', '"place"'],
  ['a part of a camel-case name', 'function readPlaceOf() {}', '"place"'],
  ['a part of a snake-case name', 'const last_visit = 1', '"visit"'],
  ['a property', 'const row = { wishes: [] }', '"wishes"'],
  ['a private member', 'class A { #patience = 1 }', '"patience"'],
  ['a function', 'export function troubleText() {}', '"trouble"'],
  ['a component', 'export const a = <Door />', '"door"'],
  ['a line comment', '// Nobody is signed in.', '"nobody"'],
  ['a doc comment', '/** What was asked. */', '"asked"'],
  ['a test title', "test('nobody is charged', () => {})", '"nobody"'],
  ['a title of test.each', "test.each(['a'])('a letter to %s', () => {})", '"letter"'],
  ['a title with placeholders', 'test.each`a`(`the room $a`, () => {})', '"room"'],
  ['a describe title', "describe('the house', () => {})", '"house"'],
  ['a log', "ctx.log.warn({ id }, 'the meter said nothing')", '"said"'],
  ['a thrown error', "throw new Error('no words stand here')", '"stand"'],
  ['a thrown template', 'throw new TypeError(`the row was not kept`)', '"kept"'],
])('words finds a retired word in %s', (_what, text, word) => {
  const found = checkWords([{ path: 'web/src/a.tsx', text }])
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(word)
})

test.each([
  ['an interface text, which is an i18n key', "t('Tell us what you wish')"],
  ['inline code in a comment', '/** Reads `asked_at` and `place`. */'],
  ['inline code in a title', "test('the field `told_at` is set', () => {})"],
  ['a stored name', 'const at = row.asked_at'],
  ['a longer word', 'const replaced = misplaced + houses'],
  ['a preposition in a comment', '// Outside the loop, around noon, beyond the limit.'],
  ['any other text', "const answer = 'nobody'"],
])('words allows %s', (_what, text) => {
  expect(check(text)).toEqual([])
})

test('words names the file and the line', () => {
  expect(check('const a = 1\n// Who is told.')).toEqual(['server/src/a.ts:2 "told" in: Who is told.'])
})
