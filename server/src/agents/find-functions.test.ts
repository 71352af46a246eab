import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue/index.ts'
import { TEST_SEED } from '#testing/seed.ts'
import { variants } from '#testing/variants.ts'
import { findFunctions } from './find-functions.ts'

const functions = openCatalogue(join(import.meta.dirname, '../../../provider')).functions()
const best = (query: string) => findFunctions(functions, query, 5).map(({ id }) => id)

test.each([
  ['google organic', 'serp/google/organic'],
  ['gogle organik', 'serp/google/organic'],
  ['get me the organic results from Google', 'serp/google/organic'],
  ['/v3/serp/google/organic/live/advanced', 'serp/google/organic'],
  ['bnig organic', 'serp/bing/organic'],
  ['backlinks summary', 'backlinks/summary'],
  ['bakclinks sumary', 'backlinks/summary'],
])('the query "%s" finds %s among the first', (query, id) => {
  expect(best(query)).toContain(id)
})

for (const [stride, options] of variants([3, 1]))
  test(`every function is found first, or beside similar ones, by its own title (every ${stride}.)`, options, () => {
    const missed = functions.filter(
      ({ id, title, api }, at) =>
        (at + TEST_SEED) % stride === 0 &&
        !findFunctions(functions, `${title} ${api} ${id}`, 3).some((one) => one.id === id),
    )
    expect(missed.map(({ id }) => id)).toEqual([])
  })

test('a query with one typo in a long word still finds the function', () => {
  const missed = functions.flatMap(({ id, title }) => {
    const words = title.split(/\s+/).filter((word) => /^[a-z]{6,}$/i.test(word))
    return words.flatMap((word) => {
      const typed = `${word.slice(0, 2)}${word.slice(3)}`
      return findFunctions(functions, typed, functions.length).some((one) => one.id === id) ? [] : [[id, typed]]
    })
  })
  expect(missed).toEqual([])
})

test('an empty query lists the first functions, nonsense finds none, and no text throws', () => {
  for (const text of ['', '\u0000', '((((', '%'.repeat(300), '💥'])
    expect(findFunctions(functions, text, 3), text).toEqual(functions.slice(0, 3))
  for (const text of ['qqqqzzzzxxxx', 'а'.repeat(300), 'x'.repeat(300)]) expect(best(text), text).toEqual([])
  expect(best(Array.from({ length: 100 }, (_, n) => `word${n}`).join(' '))).toBeDefined()
})

const [sample] = functions
/** A function that has these words where they are given, and none of them elsewhere. */
function made(id: string, has: { title?: string; path?: string; summary?: string; method?: string } = {}) {
  const [method] = sample?.methods ?? []
  if (!sample || !method) throw new Error('the catalogue is empty')
  const { title = 'none', summary = 'none', path = '/none' } = has
  return { ...sample, id, title, summary, methods: [{ ...method, path, summary: has.method ?? 'none' }] }
}

test.each([
  [
    'by where the word is',
    'lamp',
    [made('1', { title: 'Lamp' }), made('lamp'), made('3', { path: '/lamp' }), made('4', { method: 'lamp' })],
  ],
  [
    'by how well the word fits',
    'lamps',
    [made('1', { title: 'Lamps' }), made('2', { title: 'Lampshades' }), made('3', { title: 'Lampe' })],
  ],
  [
    'by how many words fit, however well',
    'green lamp near window',
    [
      made('1', { summary: 'lampe near a window that is greene' }),
      made('2', { summary: 'green lamp near' }),
      made('3', { title: 'Green lamp' }),
      made('4', { title: 'Lamp' }),
    ],
  ],
  ['by what they say, without fillers', 'get the lamp for me', [made('1', { summary: 'lamp' })]],
])('results are in order %s, in whichever order the functions come', (_, query, wanted) => {
  const ids = wanted.map(({ id }) => id)
  const others = [made('x', { title: 'Get the me for' }), made('y', { title: 'Other' })]
  for (const given of [[...wanted, ...others], [...wanted, ...others].toReversed()]) {
    expect(findFunctions(given, query, 10).map(({ id }) => id)).toEqual(ids)
    expect(findFunctions(given, query, 1).map(({ id }) => id)).toEqual(ids.slice(0, 1))
  }
})

test('functions that fit alike stay in the order of the catalogue', () => {
  const alike = ['c', 'a', 'b'].map((id) => made(id, { title: 'Lamp' }))
  expect(findFunctions(alike, 'lamp', 2)).toEqual(alike.slice(0, 2))
})
