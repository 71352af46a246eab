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
