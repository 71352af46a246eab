import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue/index.ts'
import { comparePrices } from './compare.ts'

const PROVIDER = join(import.meta.dirname, '../../../provider')
const BOOK = readFileSync(join(PROVIDER, 'prices.yaml'), 'utf8')
const catalogue = openCatalogue(PROVIDER)

function pricedBy(text: string) {
  return catalogue.pricedBy([catalogue.readPrices({ id: null, file: 'prices.yaml', text, is_partial: false })])
}

/** The comparison when one plan of the bundled prices is changed. */
function changesOf(plan: string, written: string, other: string) {
  const start = BOOK.indexOf(`\n  ${plan}:\n`)
  const text = BOOK.slice(0, start) + BOOK.slice(start).replace(written, other)
  expect(text).not.toBe(BOOK)
  return comparePrices(pricedBy(BOOK), pricedBy(text))
}

test('equal prices have no differences', () => {
  expect(comparePrices(pricedBy(BOOK), pricedBy(BOOK))).toEqual([])
})

test.each([
  ['another field is counted', 'labs-rows', 'field: limit', 'field: offset', '(limit)', '(offset)'],
  ['nothing lowers the pages any more', 'google-pages', ', cap: max_crawl_pages', '', 'at most max_crawl_pages', ''],
  ['a page has more results', 'google-pages', 'size: 10', 'size: 20', '10 of depth', '20 of depth'],
  ['more pages are included', 'google-pages', 'included: 1', 'included: 2', '1 included', '2 included'],
])('a comparison shows that %s, at the same dollars', (_, plan, written, other, before, after) => {
  const changes = changesOf(plan, written, other)
  expect(changes.length).toBeGreaterThan(0)
  for (const change of changes) {
    expect(change.before).toContain(before)
    expect(change.after).toContain(after)
    expect(change.after).not.toBe(change.before)
  }
})
