import { expect, test } from 'vitest'
import { textsIn } from './texts.ts'
import { checkTranslations, placeholders } from './translations.ts'

const used = new Set(['Close', 'Hello {name}', '$ {x}'])
const good = { ru: translated('ru'), de: translated('de'), es: translated('es'), fr: translated('fr') }

function translated(language: string) {
  return { Close: `${language} close`, 'Hello {name}': `${language} {name}`, '$ {x}': '$ {x}' }
}

function check(change: Record<string, unknown>, texts = used) {
  const files = Object.entries({ ...good, ...change }).map(([language, file]) => [language, JSON.stringify(file)])
  return checkTranslations(Object.fromEntries(files), texts)
}

test('translations accepts four equal files', () => {
  expect(check({})).toEqual([])
})

const { Close: _, ...withoutClose } = translated('de')
const faults: [string, Record<string, unknown>, string][] = [
  ['a missing file', { de: undefined }, 'de.json does not exist'],
  ['a nested value', { de: { ...translated('de'), Close: { one: 'x' } } }, 'is not flat'],
  ['a missing key', { de: withoutClose }, 'de.json «Close» is missing'],
  ['an extra key', { de: { ...translated('de'), Open: 'Auf' } }, 'fr.json «Open» is missing'],
  ['an empty value', { de: { ...translated('de'), Close: ' ' } }, 'is empty'],
  ['a lost placeholder', { de: { ...translated('de'), 'Hello {name}': 'Hallo' } }, 'has the placeholders none'],
  ['a broken message', { de: { ...translated('de'), 'Hello {name}': 'Hallo {name' } }, 'is no valid message'],
  ['a text left in English', { de: { ...translated('de'), Close: 'Close' } }, 'is left in English'],
]

test.each(faults)('translations finds: %s', (_name, change, message) => {
  expect(check(change)).toContainEqual(expect.stringContaining(message))
})

test('translations finds a text that no code uses', () => {
  expect(check({}, new Set(['Hello {name}', '$ {x}']))).toEqual(['web/i18n «Close» is not used in the code'])
})

test('translations finds a server text that no language has', () => {
  const files = Object.fromEntries(Object.entries(good).map(([language, file]) => [language, JSON.stringify(file)]))
  expect(checkTranslations(files, used, ['Close', 'Some error.'])).toEqual([
    expect.stringContaining('«Some error.» is missing'),
  ])
})

test('translations finds a file that is no JSON', () => {
  const files = { ru: '{}', de: '{', es: '{}', fr: '{}' }
  expect(checkTranslations(files, used)).toEqual([expect.stringContaining('de.json is no JSON')])
})

test('translations reads the names inside plurals', () => {
  expect(placeholders('{n, plural, one {# call by {who}} other {# calls by {who}}}')).toBe('n who')
  expect(placeholders('{n, plural, one {# call}}')).toBeUndefined()
  expect(placeholders('{day, date, short}')).toBe('day')
  expect(placeholders('I accept the <0>terms</0>, {name}')).toBe('</0> <0> name')
})

test('translations takes texts from literals, templates and JSX of shipped files only', () => {
  const text = "t('one'); t(`two`); const x = <p>\n  three\n  words</p>"
  const texts = textsIn([
    { path: 'web/src/ui/x.tsx', text },
    { path: 'web/src/ui/x.test.ts', text: "t('four')" },
    { path: 'tools/x.ts', text: "t('five')" },
  ])
  expect([...texts].sort()).toEqual(['one', 'three words', 'two'])
})
