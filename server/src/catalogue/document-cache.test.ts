import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BUNDLED, DOCUMENT, dropProviders, PRICES, writeProvider } from '#testing/catalogue/provider.ts'
import { openDocumentCache } from './document-cache.ts'
import { openCatalogue } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'portico-cache-'))
afterAll(() => {
  rmSync(root, { recursive: true })
  dropProviders()
})

const TEXT = `openapi: 3.1.0\n${'# a long document\n'.repeat(200)}`
const VALUE = { openapi: '3.1.0' }
const warnings: unknown[] = []
const log = { warn: (details: unknown) => warnings.push(details) }
const fileIn = (data_dir: string) => join(data_dir, 'cache', 'documents.json')

/** Reads a text through a new cache and reports whether it was cached. */
function read(data_dir: string, text = TEXT) {
  const cache = openDocumentCache(data_dir)
  let parsed = 0
  const value = cache.valueOf(text, () => {
    parsed += 1
    return VALUE
  })
  cache.save(log)
  return { is_cached: parsed === 0, value }
}

function filled(): string {
  const data_dir = mkdtempSync(join(root, 'data-'))
  expect(read(data_dir)).toEqual({ is_cached: false, value: VALUE })
  return data_dir
}

test('a document is parsed once, and the cache file is readable by its owner alone', () => {
  const data_dir = filled()
  expect(read(data_dir)).toEqual({ is_cached: true, value: VALUE })
  expect(statSync(fileIn(data_dir)).mode & 0o777).toBe(0o600)
  expect(statSync(join(data_dir, 'cache')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(data_dir, 'cache'))).toEqual(['documents.json'])
})

test('a document that is opened twice before the cache is written is parsed once', () => {
  const cache = openDocumentCache(mkdtempSync(join(root, 'data-')))
  let parsed = 0
  for (const time of [1, 2])
    expect(
      cache.valueOf(TEXT, () => ({ ...VALUE, parsed: ++parsed })),
      `${time}`,
    ).toEqual({ ...VALUE, parsed: 1 })
})

test('a changed document is parsed again, and the old one is removed from the cache', () => {
  const data_dir = filled()
  expect(read(data_dir, `${TEXT}#`).is_cached).toBe(false)
  expect(read(data_dir, `${TEXT}#`).is_cached).toBe(true)
  expect(read(data_dir).is_cached).toBe(false)
})

test.each<[string, (file: string) => void]>([
  ['cut off', (file) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))],
  ['empty', (file) => writeFileSync(file, '')],
  ['of another kind', (file) => writeFileSync(file, '[1, 2]')],
  ['changed by hand', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('3.1.0', '3.0.9'))],
  ['of another version', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"form":"1 ', '"form":"0 '))],
  ['of another Node', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(process.version, 'v1.0.0'))],
  ['readable by others', (file) => chmodSync(file, 0o640)],
  ['writable by others', (file) => chmodSync(file, 0o622)],
])('a cache file that is %s is ignored and written again', (_, spoil) => {
  const data_dir = filled()
  spoil(fileIn(data_dir))
  expect(read(data_dir)).toEqual({ is_cached: false, value: VALUE })
  expect(read(data_dir)).toEqual({ is_cached: true, value: VALUE })
  expect(statSync(fileIn(data_dir)).mode & 0o777).toBe(0o600)
})

test('a folder that is not writable only causes a warning', () => {
  const data_dir = mkdtempSync(join(root, 'data-'))
  mkdirSync(fileIn(data_dir), { recursive: true })
  warnings.length = 0
  expect(read(data_dir)).toEqual({ is_cached: false, value: VALUE })
  expect(warnings).toHaveLength(1)
  expect(readdirSync(join(data_dir, 'cache'))).toEqual(['documents.json'])
})

test('numbers that JSON cannot express are never cached', () => {
  const data_dir = mkdtempSync(join(root, 'data-'))
  for (const text of [`${TEXT}maximum: .inf\n`, `${TEXT}maximum: -.INF\n`, `${TEXT}maximum: .nan\n`])
    expect([read(data_dir, text).is_cached, read(data_dir, text).is_cached]).toEqual([false, false])
  expect(existsSync(fileIn(data_dir))).toBe(false)
})

test('the catalogue is the same with and without the cache', () => {
  const data_dir = mkdtempSync(join(root, 'data-'))
  const summary = () => {
    const cache = openDocumentCache(data_dir)
    const catalogue = openCatalogue(BUNDLED, 'portico', cache)
    cache.save(log)
    const entries = catalogue.entries.map(({ posted_by, fetched_by: _, filters_of: __, ...entry }) => ({
      ...entry,
      posted_by: posted_by?.id,
    }))
    return JSON.stringify([entries, catalogue.sections(), catalogue.functions().map(({ id }) => catalogue.show(id))])
  }
  const first = summary()
  expect(summary()).toBe(first)
  expect(JSON.parse(readFileSync(fileIn(data_dir), 'utf8')).values).not.toEqual({})
})

test('a fault in a cached document is reported with its line', () => {
  const data_dir = mkdtempSync(join(root, 'data-'))
  const long = `${'# a comment\n'.repeat(300)}${DOCUMENT}`
  const provider = writeProvider({ 'weather.yaml': long })
  const cache = openDocumentCache(data_dir)
  openCatalogue(provider, 'portico', cache)
  cache.save(log)
  writeFileSync(join(provider, 'prices.yaml'), `${PRICES.split('functions:')[0]}functions: {}\n`)
  expect(() => openCatalogue(provider, 'portico', openDocumentCache(data_dir))).toThrow(
    /weather\.yaml:305: .*weather\/days has no price/,
  )
})
