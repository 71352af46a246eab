import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findByWords } from './find-by-words.ts'
import { prefixDistance } from './prefix-distance.ts'

const commands = [
  { label: 'Dashboard' },
  { label: 'API Access', words: '/api-access' },
  { label: 'Usage' },
  { label: 'Usage › SERP', words: '/api-detail/serp' },
  { label: 'Access Subscriptions' },
  { label: 'Theme: Dark', words: 'night' },
  { label: 'Übersicht' },
  { label: 'Площадка' },
  { label: 'Switch to team@acme.example' },
  { label: 'Usage › live', words: '11160608-ca9a-0000-0000-0a1b2c3d4e5f' },
]

test.for([
  ['nothing typed leaves all in their order', '', commands.map(({ label }) => label)],
  ['blanks are nothing', '   ', commands.map(({ label }) => label)],
  ['the beginning of the label comes first', 'access', ['Access Subscriptions', 'API Access']],
  ['ties keep their order', 'usage', ['Usage', 'Usage › SERP', 'Usage › live']],
  ['every word has to be found', 'usage serp', ['Usage › SERP']],
  ['in any order', 'serp us', ['Usage › SERP']],
  ['capitals make no difference', 'DASH', ['Dashboard']],
  ['accents make no difference', 'uber', ['Übersicht']],
  ['any alphabet', 'площ', ['Площадка']],
  ['a further word', 'night', ['Theme: Dark']],
  ['part of a word', 'board', ['Dashboard']],
  ['an address', 'team@acme', ['Switch to team@acme.example']],
  ['an id', '11160608-ca9a-0000-0000-0a1b2c3d4e5f', ['Usage › live']],
  ['nothing fits', 'zebra', []],
  ['signs are text', '.*', []],
] as const)('words are found: %s', ([, typed, labels]) => {
  expect(findByWords(commands, typed).map(({ label }) => label)).toEqual(labels)
})

const functions = [
  { label: 'Google organic results', words: 'serp/google/organic /v3/serp/google/organic/live/advanced' },
  { label: 'Bing organic results', words: 'serp/bing/organic', text: 'Positions of a site, with its competitors.' },
  {
    label: 'Keyword suggestions',
    words: 'labs/google/keyword_suggestions',
    text: 'Longer phrases that hold a keyword.',
  },
  { label: 'Backlinks summary', words: 'backlinks/summary', text: 'How many links lead to a domain.' },
]

test.for([
  ['a letter left out', 'gogle', ['Google organic results', 'Keyword suggestions']],
  ['a letter too many', 'backklinks', ['Backlinks summary']],
  ['two letters exchanged', 'ogranic', ['Google organic results', 'Bing organic results']],
  ['a wrong letter', 'sugvestions', ['Keyword suggestions']],
  ['not typed to its end', 'sugvest', ['Keyword suggestions']],
  ['two slips in a long word', 'compettiotrs', ['Bing organic results']],
  ['beside a word typed right', 'bing orgnaic', ['Bing organic results']],
  ['what is said about it', 'phrases', ['Keyword suggestions']],
  ['its name before what is said about it', 'keyword', ['Keyword suggestions']],
  ['what fits as typed is not mixed with guesses', 'links', ['Backlinks summary']],
  ['a word of four letters', 'bnig', ['Bing organic results']],
  ['three letters are too few to guess', 'bng', []],
  ['a number is never guessed', '40402', []],
  ['three slips are another word', 'compxttxxrs', []],
] as const)('mistyped words are found: %s', ([, typed, labels]) => {
  expect(findByWords(functions, typed).map(({ label }) => label)).toEqual(labels)
})

const word = fc.string({ unit: fc.constantFrom(...'abcdefгдеü'), minLength: 4, maxLength: 12 })
const slip = fc.record({
  kind: fc.constantFrom('left out', 'added', 'mistaken', 'exchanged'),
  at: fc.nat(11),
  char: fc.constantFrom(...'xyz'),
})

test('one typo is one step wherever it is, and an unfinished word is none', () => {
  fc.assert(
    fc.property(word, slip, fc.nat(12), (right, { kind, at: index, char }, length) => {
      const at = index % right.length
      const [before, here, after] = [right.slice(0, at), right[at] ?? '', right.slice(at + 1)]
      const wrong = {
        'left out': before + after,
        added: before + char + here + after,
        mistaken: before + char + after,
        exchanged: before + (after[0] ?? '') + here + after.slice(1),
      }[kind]
      expect(prefixDistance(wrong, right, 2)).toBeLessThanOrEqual(1)
      expect(prefixDistance(right.slice(0, length), right, 2)).toBe(0)
      expect(prefixDistance('zzzz', right, 2)).toBe(3)
    }),
  )
})

test('an id with an underscore is found as typed, before ids that only begin with it', () => {
  const items = [
    { label: 'Crawled pages', words: 'on_page/pages /v3/on_page/pages' },
    { label: 'Site crawl', words: 'on_page /v3/on_page/task_post' },
    { label: 'Search results', words: 'serp/google' },
  ]
  expect(findByWords(items, 'on_page').map(({ label }) => label)).toEqual(['Site crawl', 'Crawled pages'])
})

const FOREIGN = [
  { label: 'End an active Realtime call', text: 'A file that was uploaded is not touched.' },
  { label: 'Create a task template' },
  { label: 'Add part', text: 'Adds a part to an upload object. Each part is a chunk of a file.' },
  { label: 'Create a task' },
  { label: 'Upload file', text: 'Upload a file that can be used across endpoints.' },
]

test.each([
  ['upload a file', 'Upload file'],
  ['create a task', 'Create a task'],
  ['Create a Task template', 'Create a task template'],
  ['a part of', 'Add part'],
])('the words %j of a foreign document lead to %j first', (typed, first) => {
  expect(findByWords(FOREIGN, typed)[0]?.label).toBe(first)
})
