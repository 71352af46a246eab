import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLanguage, LANGUAGE_FIELD, LANGUAGES, languageOfField, languageOfHeader } from './language.ts'

test('CO-03 the languages are en, ru, de, es and fr', () => {
  expect(LANGUAGES).toEqual(['en', 'ru', 'de', 'es', 'fr'])
})

test.each([
  ['russian', 'ru'],
  ['german', 'de'],
  ['spanish', 'es'],
  ['french', 'fr'],
  ['english', 'en'],
  ['', 'en'],
  ['Russian', 'en'],
  ['ru', 'en'],
  ['klingon', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('CO-03 the language field %j chooses %s', (field, language) => {
  expect(languageOfField(field)).toBe(language)
})

test('CO-03 each language maps to its own field and back', () => {
  for (const language of LANGUAGES) expect(languageOfField(LANGUAGE_FIELD[language])).toBe(language)
})

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['zh-CN, fr;q=0.4, ru;q=0.6', 'ru'],
  ['en;q=0.1, es', 'es'],
  ['es;q=0, fr;q=0.1', 'fr'],
  ['ru;q=0', 'en'],
  ['fr;q=nonsense, es;q=0.1', 'es'],
  ['fr;q=-1', 'en'],
  ['de;level=1;q=0.5, fr;q=0.7', 'fr'],
  [' fr ; q=0.9 , de ; q=0.2', 'fr'],
  ['ru,de', 'ru'],
  ['german', 'en'],
  ['constructor, __proto__', 'en'],
])('CO-03 a browser with Accept-Language %j gets %s', (header, language) => {
  expect(languageOfHeader(header)).toBe(language)
})

test('any Accept-Language header results in one of the five languages', () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^[a-z;=,q.0-9 -]{0,60}$/))
  fc.assert(fc.property(header, (text) => isLanguage(languageOfHeader(text))))
  expect(languageOfHeader('x,'.repeat(500_000))).toBe('en')
})

test.each(['EN', 'english', '', null, undefined, 0, ['en'], { en: 1 }])('%j is not a language', (value) => {
  expect(isLanguage(value)).toBe(false)
})
