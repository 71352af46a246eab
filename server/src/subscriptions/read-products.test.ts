import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openCatalogue } from '#catalogue/index.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { priceAt, readProducts } from './read-products.ts'

const OWN = resolve(import.meta.dirname, '../../../provider')
const catalogue = openCatalogue(OWN)
const folder = mkdtempSync(join(tmpdir(), 'portico-products-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RIGHT = `backlinks:
  title: { en: Backlinks, de: Rückverweise }
  grace_days: 7
  prices:
    - { version: '1', from: 2026-01-01, monthly_minimum: 99.99 }
    - { version: '2', from: 2026-07-01, monthly_minimum: '120' }
`

function read(text: string) {
  writeFileSync(join(folder, 'subscriptions.yaml'), text)
  return readProducts(folder, catalogue)
}

test('the shipped products can be subscribed to, and cover all that functions require', () => {
  const required = new Set(catalogue.functions().flatMap(({ subscription }) => subscription ?? []))
  expect(readProducts(OWN, catalogue).map(({ product }) => product)).toEqual([...required].toSorted())
})

test('amounts are exact, a missing title is the English one, and a version applies from its day on', () => {
  const [product] = read(RIGHT)
  expect(product?.titles).toMatchObject({ en: 'Backlinks', de: 'Rückverweise', fr: 'Backlinks' })
  const price = (at: string) => product && priceAt(product, new Date(at))
  expect(price('2026-06-30T23:59:59Z')).toMatchObject({ version: '1', micros: 99_990_000 })
  expect(price('2026-07-01T00:00:00Z')).toMatchObject({ version: '2', micros: 120_000_000 })
  expect(price('2025-01-01T00:00:00Z')).toMatchObject({ version: '1' })
})

test('a missing or empty file sells nothing', () => {
  expect(read('')).toEqual([])
  rmSync(join(folder, 'subscriptions.yaml'))
  expect(readProducts(folder, catalogue)).toEqual([])
})

test.each([
  ['broken YAML', RIGHT.replace('prices:', 'prices: ]'), /subscriptions\.yaml:\d+: /],
  ['a list', '- one', /yaml: is missing or of the wrong kind/],
  ['a name no function requires', RIGHT.replace('backlinks:', 'weather:'), /weather: no function requires it/],
  ['no English title', RIGHT.replace('en: Backlinks, ', ''), /backlinks: title: en: is missing/],
  ['an unknown key', RIGHT.replace('grace_days: 7', 'grace_days: 7\n  color: red'), /backlinks: has no color/],
  ['no grace', RIGHT.replace('grace_days: 7', 'grace_days: 0'), /grace_days/],
  ['a grace longer than a month', RIGHT.replace('grace_days: 7', 'grace_days: 29'), /grace_days/],
  ['no price', RIGHT.replace(/prices:[\s\S]*/, 'prices: []'), /prices/],
  ['a price of nothing', RIGHT.replace('99.99', '0'), /monthly_minimum: must be an amount in whole cents/],
  ['a part of a cent', RIGHT.replace('99.99', '99.999'), /whole cents/],
  ['no amount', RIGHT.replace('99.99', 'much'), /whole cents/],
  ['a negative amount', RIGHT.replace('99.99', '-5'), /whole cents/],
  ['a day that is none', RIGHT.replace('2026-07-01', '2026-02-31'), /a day that exists|begin after/],
  ['no day', RIGHT.replace('2026-07-01', 'soon'), /must be a day like/],
  ['versions out of order', RIGHT.replace('2026-07-01', '2025-07-01'), /begin after the one before/],
  ['a version twice', RIGHT.replace("'2'", "'1'"), /is listed twice/],
])('%s stops the start with the file and the reason', (_, text, reason) => {
  try {
    read(text)
    expect.unreachable()
  } catch (error) {
    if (!isStartProblem(error)) throw error
    expect(error.message).toContain('subscriptions.yaml')
    expect(error.message).toMatch(reason)
  }
})
