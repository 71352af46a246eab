import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readBillingSettings } from '#billing/read-settings.ts'
import { openCatalogue } from '#catalogue/index.ts'
import { readDatabases } from '#databases/read-databases.ts'
import { isStartProblem, startProblem } from '#db/start-problem.ts'
import { readNotices } from '#notices/index.ts'
import { readPaymentSettings } from '#payments/read-settings.ts'
import { readScripts } from '#scripts/read-scripts.ts'
import { readProducts } from '#subscriptions/read-products.ts'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { readUpdates } from '#updates/read-updates.ts'
import { readBrand } from '#whitelabel/index.ts'
import { readMenuFile } from '../catalogue/menu-file.ts'
import { parseYaml, readYaml, readYamlIfThere } from './yaml-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-yaml-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sold = {
  sections: { usage: [], playground: [] },
  unlisted: [],
  has_empty: true,
  subscriptions: new Set<string>(),
}
const READERS: [string, (provider_dir: string) => unknown][] = [
  [
    'openapi/serp.yaml',
    (from) => {
      throw startProblem(openCatalogue(from).left_out.find(({ id }) => id === 'serp.yaml')?.reason ?? '')
    },
  ],
  ['prices.yaml', (from) => openCatalogue(from)],
  ['brand.yaml', readBrand],
  ['billing.yaml', readBillingSettings],
  ['payments.yaml', readPaymentSettings],
  ['notices.yaml', readNotices],
  ['databases/keywords.yaml', readDatabases],
  ['subscriptions.yaml', (from) => readProducts(from, { functions: () => [] })],
  [
    'scripts.yaml',
    (provider_dir) => readScripts({ provider_dir, production: false, public_url: new URL('http://localhost') }),
  ],
  ['menu.yaml', (from) => readMenuFile(from, sold, [])],
]

test.each(READERS)('a mistake in %s is reported with its path and its line', (name, read) => {
  const provider = mkdtempSync(join(folder, 'provider-'))
  cpSync(BUNDLED, provider, { recursive: true })
  const file = join(provider, name)
  appendFileSync(file, '# one more line\nbroken: [1, 2\n')
  const line = readFileSync(file, 'utf8').split('\n').length
  const problem = attempt(() => read(provider))
  expect(isStartProblem(problem)).toBe(true)
  expect(String(problem)).toMatch(new RegExp(`${name.replaceAll('.', '\\.')}:(${line - 1}|${line}): \\S.*\\.$`))
})

test('the head of an update has the line numbers of its file', () => {
  const provider = mkdtempSync(join(folder, 'provider-'))
  cpSync(BUNDLED, provider, { recursive: true })
  writeFileSync(join(provider, 'updates', 'wrong.md'), '---\ndate: 2026-01-01\ntitle: "no end\n---\ntext\n')
  expect(() => readUpdates(provider)).toThrow(/updates\/wrong\.md:3: /)
})

test('a day that is in no calendar is refused in an update, too', () => {
  const provider = mkdtempSync(join(folder, 'provider-'))
  cpSync(BUNDLED, provider, { recursive: true })
  writeFileSync(join(provider, 'updates', 'wrong.md'), '---\ndate: 2026-02-31\ntitle: Wrong\n---\ntext\n')
  expect(() => readUpdates(provider)).toThrow(
    /updates\/wrong\.md: date: must be a day like 2026-01-31 that is in the calendar/,
  )
})

test('only an optional file may be missing', () => {
  const nowhere = join(folder, 'nowhere.yaml')
  expect(readYamlIfThere(nowhere)).toBeUndefined()
  expect(() => readYaml(nowhere)).toThrow(/nowhere\.yaml could not be read: ENOENT/)
  expect(() => readYamlIfThere(folder)).toThrow(/could not be read: EISDIR/)
})

test('an empty file has no value, and a value knows its line', () => {
  expect(parseYaml('a.yaml', '').value).toBeNull()
  const { value, line } = parseYaml('a.yaml', 'one: 1\ntwo:\n  - a\n  - { b: 2 }\n')
  expect(value).toEqual({ one: 1, two: ['a', { b: 2 }] })
  expect([line(['one']), line(['two']), line(['two', 1, 'b']), line(['two', 1, 'c'])]).toEqual([1, 2, 4, 4])
})

test('JSON has the same value by its own parser and as YAML', () => {
  // No real document has fields named __proto__.
  const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => !JSON.stringify(one).includes('__proto__'))
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), value, { noNullPrototype: true }), fc.array(value)), (one) => {
      const text = JSON.stringify(one, null, 2)
      expect(parseYaml('a.json', text).value).toEqual(JSON.parse(text))
      // A comment at its end makes it YAML, and not JSON.
      expect(parseYaml('a.yaml', `${text}\n# a comment\n`).value).toEqual(JSON.parse(text))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['{\n "a": 1,\n "b": { "c": 1,\n "c": 2 } }', 4],
  ['{\n "a": 1,\n\n "\\u0061": 2 }', 4],
  ['[{}, { "x y": [],\n "x y" : 1 }]', 2],
])('a key that occurs twice in an object of %j is refused', (text, line) => {
  expect(() => parseYaml('a.json', text)).toThrow(`a.json:${line}: Map keys must be unique.`)
})

test('different objects may have the same keys', () => {
  const text = '{"a": {"a": "{\\"a\\": 1, \\"a\\": 2}"}, "b": [{"a": 1}, {"a": 1}], "c": "a\\\\"}'
  const { value, line } = parseYaml('a.json', text)
  expect(value).toEqual(JSON.parse(text))
  expect(line(['b', 1, 'a'])).toBe(1)
})

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}
